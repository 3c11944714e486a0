-- Owner: enterprise. What companies may have in common is found by an index among all companies of a tenant. Telephone and
-- address are part of the basic information; as columns of their own they are compared by operators that row-level security
-- lets an index serve.
alter table company_tenant
  add column phone text not null generated always as (coalesce(profile ->> 'phone', '')) stored,
  add column address text not null generated always as (coalesce(profile ->> 'address', '')) stored,
  -- Since when they are stated; null: since before this was kept.
  add column phone_at timestamptz,
  add column address_at timestamptz;
create index company_tenant_phone on company_tenant (tenant_id, phone) where phone <> '';
create index company_tenant_address on company_tenant (tenant_id, address) where address <> '';
create index company_legal_person on company (legal_person) where legal_person <> '';
create index bank_card_everywhere on bank_card (tenant_id, account_no_hash) where account_no_hash is not null;
