import { useParams } from 'react-router';
import { ResourcePage } from '../ResourcePage.tsx';

/** The page of a resource that only this tenant has. */
export function OwnPage() {
  const { entity = '' } = useParams();
  return <ResourcePage key={entity} name={entity} />;
}
