-- owner: opening-hall

create table opening (
  tenant_id int not null,
  order_id uuid not null,
  -- 1: the only opening, or that of the business envelopes; 2: that of the quotations (double envelope).
  stage smallint not null default 1 check (stage in (1, 2)),
  host_user_id uuid,
  started_at timestamptz,
  decrypt_end timestamptz,
  marks_opened_at timestamptz,
  ended_at timestamptz,
  sheet_file_id uuid,
  -- Made known with the quotes (实施条例 §50), with what it rests on.
  reference_price numeric(20,2),
  reference_basis text not null default '',
  primary key (tenant_id, order_id, stage),
  foreign key (tenant_id, order_id) references purchase_order
);
call kb_protect('opening');

create table opening_bidder (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  stage smallint not null default 1,
  submission_id uuid not null,
  no int not null,
  signed_in_at timestamptz,
  decrypt_state smallint not null default 0,
  released_at timestamptz,
  decrypted_at timestamptz,
  failure text not null default '',
  -- Released by the bidder, by file position; emptied once the files are open (the keys are then in opened_file).
  released_keys jsonb not null default '{}',
  quote numeric(20,2),
  price_sheet jsonb,
  confirm_state smallint not null default 0,
  confirmed_at timestamptz,
  dispute text not null default '',
  -- The host's answer, given on the spot (实施条例 §44).
  dispute_reply text not null default '',
  dispute_replied_at timestamptz,
  remark text not null default '',
  read_at timestamptz,
  primary key (tenant_id, order_id, trade_id, stage),
  foreign key (tenant_id, order_id, stage) references opening,
  foreign key (tenant_id, submission_id) references bid_submission
);
call kb_protect('opening_bidder');

create table opening_mark (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  stage smallint not null default 1,
  sort int not null,
  mark_type smallint not null,
  name text not null,
  value text not null,
  unit smallint,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id, trade_id, stage) references opening_bidder
);
create index opening_mark_order on opening_mark (tenant_id, order_id, trade_id, sort);
call kb_protect('opening_mark');

-- Decrypted files, kept with the hash of the ciphertext they came from.
create table opened_file (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  stage smallint not null default 1,
  position int not null,
  role text not null,
  name text not null,
  file_id uuid not null,
  cipher_hash text not null,
  content_key text not null,
  primary key (tenant_id, order_id, trade_id, position),
  foreign key (tenant_id, order_id, trade_id, stage) references opening_bidder
);
call kb_protect('opened_file', 'select, insert');

create table decrypt_extension (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  stage smallint not null default 1,
  old_end timestamptz not null,
  new_end timestamptz not null,
  reason text not null,
  by_user_id uuid not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index decrypt_extension_order on decrypt_extension (tenant_id, order_id, at);
call kb_protect('decrypt_extension', 'select, insert');

create table hall_message (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  -- Null: to everybody in the hall; else between the host and this bidder.
  trade_id uuid,
  sender_user_id uuid not null,
  sender_name text not null,
  is_host boolean not null,
  content text not null,
  at timestamptz not null,
  primary key (tenant_id, id, at)
) partition by range (at);
create table hall_message_rest partition of hall_message default;
create index hall_message_order on hall_message (tenant_id, order_id, trade_id, id desc);
call kb_protect('hall_message', 'select, insert');

create table hall_read (
  tenant_id int not null,
  order_id uuid not null,
  user_id uuid not null,
  channel text not null,
  read_at timestamptz not null,
  primary key (tenant_id, order_id, user_id, channel)
);
call kb_protect('hall_read');

create table hall_presence (
  tenant_id int not null,
  order_id uuid not null,
  user_id uuid not null,
  trade_id uuid,
  name text not null,
  seen_at timestamptz not null,
  primary key (tenant_id, order_id, user_id)
);
call kb_protect('hall_presence');
