-- owner: messages
-- How a text that leaves the platform fares: when it went, how often it was tried, and why it failed.
alter table channel_outbox
  add column is_secret boolean not null default false,
  add column user_id uuid,
  add column attempts int not null default 0,
  add column failure text not null default '',
  add column done_at timestamptz,
  add constraint channel_outbox_state check (state in ('waiting', 'sent', 'kept', 'failed'));
create index channel_outbox_newest on channel_outbox (tenant_id, id desc);
create index channel_outbox_state on channel_outbox (tenant_id, state, id desc);
create index channel_outbox_person on channel_outbox (tenant_id, user_id, channel, id desc) where user_id is not null;

-- What a person chose about one kind of message in one workbench; no row: as the kind has it.
create table message_choice (
  tenant_id int not null,
  user_id uuid not null references app_user,
  identity text not null,
  kind text not null,
  channel text not null check (channel in ('inbox', 'email', 'sms', 'wechat')),
  is_on boolean not null,
  primary key (tenant_id, user_id, identity, kind, channel)
);
call kb_protect('message_choice');

-- When a channel may disturb a person; hours and days are Beijing's. Weekday 1 is Monday.
create table message_rhythm (
  tenant_id int not null,
  user_id uuid not null references app_user,
  channel text not null check (channel in ('email', 'sms', 'wechat')),
  mode text not null check (mode in ('now', 'daily', 'weekly')),
  hour smallint not null check (hour between 0 and 23),
  weekday smallint not null check (weekday between 1 and 7),
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  check ((quiet_from is null) = (quiet_to is null)),
  primary key (tenant_id, user_id, channel)
);
call kb_protect('message_rhythm');

-- The e-mail address a person reads at, and one that waits for its code. A code is kept as a keyed hash only.
create table message_email (
  tenant_id int not null,
  user_id uuid not null references app_user,
  address text,
  verified_at timestamptz,
  asked_address text,
  code_hash bytea,
  asked_at timestamptz,
  asked_today int not null default 0,
  tries int not null default 0,
  primary key (tenant_id, user_id)
);
call kb_protect('message_email');

-- A message on its way by one channel, planned with the message; `outbox_id` is the text that carried it. A message
-- goes by a channel once: that is the key.
create table message_delivery (
  tenant_id int not null,
  message_id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'wechat')),
  user_id uuid not null,
  due_at timestamptz not null,
  outbox_id uuid,
  primary key (tenant_id, message_id, channel),
  foreign key (tenant_id, message_id) references message,
  foreign key (tenant_id, outbox_id) references channel_outbox
);
create index message_delivery_due on message_delivery (tenant_id, user_id, channel, due_at) where outbox_id is null;
create index message_delivery_outbox on message_delivery (tenant_id, outbox_id) where outbox_id is not null;
call kb_protect('message_delivery');

-- owner: passport
-- The WeChat account that belongs to a person: one each way.
alter table app_user add column wx_openid text unique, add column wx_bound_at timestamptz;

-- A QR code shown to a person; scanning it binds the WeChat account, once.
create table wx_scene (
  scene text primary key,
  user_id uuid not null references app_user,
  tenant_id int not null references tenant,
  url text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  refusal text not null default ''
);
create index wx_scene_user on wx_scene (user_id, created_at desc);
grant select, insert, update, delete on wx_scene to kaibiao_app;
