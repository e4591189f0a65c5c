-- Moves the end of a chain on from where the caller expects it. Fails where another process has moved it, so that the
-- statements after it in the same message, and the commit, are skipped.
create function advance_audit_head(
  org text, from_seq integer, from_hash text, from_signature text, to_seq integer, to_hash text, to_signature text
) returns void language plpgsql as $$
begin
  update audit_heads set seq = to_seq, hash = to_hash, signature = to_signature
  where org_id = org and seq = from_seq and hash = from_hash and signature = from_signature;
  if not found then
    raise exception 'another process has extended the operation log' using errcode = 'XY001';
  end if;
end $$;
