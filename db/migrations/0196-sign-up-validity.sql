-- Owner: procurement. Until when a document handed in with a sign-up holds, as the supplier states it; null: not stated.
alter table trade_file
  add column valid_until text check (valid_until ~ '^\d{4}-\d\d-\d\d$');
