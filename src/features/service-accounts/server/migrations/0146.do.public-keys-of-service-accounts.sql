-- A public key in place of a secret: then `secret_hash` is 'key:' and the thumbprint of the key (RFC 7638).
alter table service_secrets add column public_key jsonb;
alter table service_secrets add constraint service_secrets_kind check ((public_key is null) = (secret_hash not like 'key:%'));
