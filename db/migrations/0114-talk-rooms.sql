-- owner: talks
-- What was written in the room of a talk while it was held; it stays as it was written, and is read by its two sides alone.
create table talk_line (
  tenant_id int not null,
  id uuid not null,
  talk_id uuid not null,
  side text not null check (side in ('buyer', 'supplier')),
  user_id uuid not null,
  name text not null,
  content text not null check (content <> ''),
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, talk_id) references round_talk
);
create index talk_line_talk on talk_line (tenant_id, talk_id, id);
call kb_protect('talk_line', 'select, insert');

-- Who is in the room: a sign of life every few seconds.
create table talk_presence (
  tenant_id int not null,
  talk_id uuid not null,
  user_id uuid not null,
  side text not null check (side in ('buyer', 'supplier')),
  name text not null,
  seen_at timestamptz not null,
  primary key (tenant_id, talk_id, user_id),
  foreign key (tenant_id, talk_id) references round_talk
);
call kb_protect('talk_presence');
