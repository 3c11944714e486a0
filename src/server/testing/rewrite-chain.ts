/**
 * SQL of a function for one session, `pg_temp.rewrite(first, keep)`: says something else in tenant 1's audit records from `first`
 * on, removes those behind `keep`, and computes all hashes and the head anew. Leaves a chain that is sound in itself, as whoever
 * holds the database can. Triggers must be switched off.
 */
export const REWRITE = `
  create or replace function pg_temp.rewrite(first bigint, keep bigint) returns void language plpgsql as $$
  declare previous bytea; r record; b jsonb; begin
    select hash into previous from audit_record where tenant_id = 1 and seq = first - 1;
    delete from audit_record where tenant_id = 1 and seq > keep;
    for r in select seq, body from audit_record where tenant_id = 1 and seq >= first order by seq loop
      b := jsonb_set(r.body, '{summary}', '"别的"');
      update audit_record set body = b, prev_hash = previous, hash = sha256(previous || convert_to(b::text, 'UTF8'))
        where tenant_id = 1 and seq = r.seq returning hash into previous;
    end loop;
    update audit_head set seq = keep, hash = (select hash from audit_record where tenant_id = 1 and seq = keep)
      where tenant_id = 1;
  end $$;`
