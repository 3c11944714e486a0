-- owner: opening-hall

-- Parameters of the price score that the tender documents leave to a draw at the opening, as they were drawn there by hand:
-- a draw record as in src/contract/draw.ts.
create table opening_draw (
  tenant_id int not null,
  order_id uuid not null,
  parts jsonb not null,
  result jsonb not null,
  how text not null,
  drawn_by uuid not null,
  drawn_at timestamptz not null,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references purchase_order
);
call kb_protect('opening_draw', 'select, insert');

-- Who signed the record of an opening: on the hash of its sheet, with the password entered again.
create table opening_signature (
  tenant_id int not null,
  order_id uuid not null,
  stage smallint not null,
  trade_id uuid not null,
  user_id uuid not null,
  signer text not null,
  sha256 bytea not null,
  at timestamptz not null,
  ip text,
  primary key (tenant_id, order_id, stage, trade_id),
  foreign key (tenant_id, order_id, trade_id, stage) references opening_bidder
);
call kb_protect('opening_signature', 'select, insert');

-- One-time passes for a telephone to release the keys of one bid: only the hash of what stands in the code is kept.
create table decrypt_ticket (
  tenant_id int not null,
  id uuid not null,
  secret_hash bytea not null,
  order_id uuid not null,
  trade_id uuid not null,
  stage smallint not null,
  submission_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  scanned_at timestamptz,
  used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, secret_hash),
  foreign key (tenant_id, order_id, trade_id, stage) references opening_bidder
);
call kb_protect('decrypt_ticket', 'select, insert, update');
