import { useParams } from 'react-router';
import { ResourcePage } from '../ResourcePage.tsx';

/** The page of any resource that only this tenant has. */
export function OwnPage() {
  const { entity = '' } = useParams();
  return <ResourcePage key={entity} name={entity} />;
}
