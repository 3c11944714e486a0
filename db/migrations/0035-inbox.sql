-- owner: home
-- What a person has put off: a to-do by the key its feature gives it, in one workbench. It comes back by itself.
create table inbox_snooze (
  tenant_id int not null,
  user_id uuid not null references app_user,
  workbench text not null,
  todo_key text not null check (length(todo_key) <= 200),
  until timestamptz not null,
  primary key (tenant_id, user_id, workbench, todo_key)
);
call kb_protect('inbox_snooze', 'select, insert, update, delete');
