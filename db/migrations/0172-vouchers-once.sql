-- owner: charges
-- A voucher of money that came to the own account is recorded once, whatever reference is typed beside it: known by its
-- bytes, since each upload is a file of its own. Of vouchers that stood twice before, the first one keeps its receipt.
alter table charge_receipt add column voucher_sha256 bytea;
update charge_receipt r set voucher_sha256 = f.sha256
from file_object f
where f.tenant_id = r.tenant_id and f.id = r.voucher_file and r.channel = 'offline'
  and not exists (
    select from charge_receipt e join file_object g on g.tenant_id = e.tenant_id and g.id = e.voucher_file
    where e.tenant_id = r.tenant_id and e.creditor_id is not distinct from r.creditor_id and e.channel = 'offline'
      and g.sha256 = f.sha256 and (e.created_at, e.id) < (r.created_at, r.id));
create unique index charge_receipt_voucher on charge_receipt (tenant_id, creditor_id, voucher_sha256)
  where voucher_sha256 is not null;
