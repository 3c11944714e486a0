-- owner: joint-key
-- Supervisors asked to hold a part of an order's key. Who somebody is, is told once they accept, and not before.
create table joint_invitation (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  -- Account or mobile number, as the owner of the order gave it.
  contact text not null,
  contact_hash blind,
  -- Whom it reached; null: nobody. The owner cannot tell one from the other.
  user_id uuid,
  -- 1 waiting, 2 accepted, 3 declined, 4 withdrawn
  status smallint not null check (status between 1 and 4),
  invited_by uuid not null,
  invited_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order on delete cascade
);
create unique index joint_invitation_contact on joint_invitation (tenant_id, order_id, contact_hash) where status <> 4;
create index joint_invitation_user on joint_invitation (tenant_id, user_id, status);
call kb_protect('joint_invitation', 'select, insert, update');

-- Supervisors of keys that are being made were named without being asked; they stay with what they hold.
insert into joint_invitation (tenant_id, id, order_id, contact, user_id, status, invited_by, invited_at, answered_at)
select distinct on (c.tenant_id, c.order_id, f.user_id) c.tenant_id, gen_random_uuid(), c.order_id,
  coalesce(u.account, ''), f.user_id, 2, c.created_by, c.created_at, c.created_at
from joint_officer f
join joint_ceremony c on c.tenant_id = f.tenant_id and c.id = f.ceremony_id
join purchase_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
join app_user u on u.id = f.user_id
where f.role = 'supervisor' and o.status = 0
order by c.tenant_id, c.order_id, f.user_id, c.created_at desc;
call kb_seal('joint_invitation', 'contact');
create trigger newest_key before insert or update of contact_hash on joint_invitation
  for each row execute function kb_newest_key('contact_hash');

-- owner: organisation
-- Nothing asks for it any more: what an account may be used for is on record with the account (unproven_company_id).
drop function kb_serves_others;
