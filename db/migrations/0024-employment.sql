-- Nobody is made an employee without agreeing, and an account opened by a company is bound to it until a code has proven
-- the mobile number.

-- owner: passport
-- The company that opened the account, and at which tenant. Both are null once the person has shown by a code that the
-- number is theirs, and for whoever opened the account in person. Until then the account acts for that company only.
alter table app_user
  add column unproven_tenant_id int,
  add column unproven_company_id uuid references company,
  add constraint app_user_unproven check ((unproven_tenant_id is null) = (unproven_company_id is null));
-- Accounts that still have their first password were opened by the one company that they work for.
update app_user u set unproven_tenant_id = e.tenant_id, unproven_company_id = e.company_id
from employee e
where u.is_default_password and e.user_id = u.id and e.deleted_at is null and not e.is_admin
  and not exists (select from employee o where o.user_id = u.id and o.id <> e.id and o.deleted_at is null);

-- owner: organisation
-- `status`: disabled 0, in use 1, invited 2. Who is invited is no employee yet: `accepted_at` says since when somebody is.
alter table employee
  add column accepted_at timestamptz,
  add column invited_by uuid,
  add column invited_at timestamptz,
  add column invited_until timestamptz,
  -- As the company typed it: what the person's account says now is nothing to a company that only invites.
  add column invited_mobile text,
  -- Within a day before `invited_at`.
  add column invited_times int not null default 0;
update employee set accepted_at = created_at;
-- Whoever is stored as an employee without saying since when is one from the beginning.
create function kb_accepted() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.status <> 2 and new.accepted_at is null then new.accepted_at := new.created_at; end if;
  return new;
end $$;
create trigger accepted before insert on employee for each row execute function kb_accepted();
alter table employee add constraint employee_accepted check ((status = 2) = (accepted_at is null));
create index employee_invited on employee (tenant_id, company_id, invited_at) where invited_at is not null;

-- How often a link was sent within a day before `sent_at`; declined 4.
alter table invitation add column sent_times int not null default 1;
create index invitation_sent on invitation (tenant_id, company_id, sent_at);
create index invitation_mobile on invitation (tenant_id, mobile) where status = 0;

-- The first proof of a mobile number. What was done with the account before was done by whoever knew its first password:
-- that password, the sessions and the bound WeChat account end, and employments wait for the answer of the number's owner.
-- Looks across tenants; answers the employments that are no longer in force.
create policy owner_reopens on employee for update to current_user using (true) with check (true);
create function kb_prove_mobile(person uuid, proven timestamptz, answer_until timestamptz)
returns table (at_tenant int, employee_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.app_user set unproven_tenant_id = null, unproven_company_id = null, password_hash = null,
    is_default_password = false, wx_openid = null, wx_bound_at = null
    where id = person and unproven_company_id is not null;
  if not found then return; end if;
  delete from public.login_session where user_id = person;
  return query
    update public.employee set
      status = 2, accepted_at = null, invited_at = proven, invited_until = answer_until,
      deleted_at = case when status = 0 then proven end
    where user_id = person and deleted_at is null and status <> 2
    returning tenant_id, id;
end $$;
revoke all on function kb_prove_mobile from public;
grant execute on function kb_prove_mobile to kaibiao_app;

-- owner: review-hall
-- Until when the jobs of a member count against the choice: when the pool was frozen that the member was drawn from, or when
-- the buyer chose the member. A job that begins later is a finding.
alter table reviewer add column chosen_at timestamptz;
