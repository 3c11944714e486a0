-- owner: quotes
-- Beside the lines of a quote: other products for a line, and the files that were sealed with it.
create table quote_alternative (
  tenant_id int not null,
  quote_id uuid not null,
  item_id uuid not null,
  -- Those of a line count from 1.
  no smallint not null check (no > 0),
  -- As it was written, with its digits; it includes tax.
  unit_price numeric not null,
  -- Percent.
  tax_rate numeric not null check (tax_rate >= 0),
  brand text not null,
  model text not null,
  spec text not null,
  delivery_days int check (delivery_days >= 0),
  -- Least quantity at this price.
  min_quantity numeric check (min_quantity >= 0),
  remark text not null,
  primary key (tenant_id, quote_id, item_id, no),
  foreign key (tenant_id, quote_id) references quote,
  foreign key (tenant_id, item_id) references project_item
);
call kb_protect('quote_alternative', 'select, insert');
create trigger fixed before update or delete on quote_alternative for each row execute function quote_line_fixed();
create trigger no_truncate before truncate on quote_alternative for each statement execute function quote_line_fixed();

create table quote_file (
  tenant_id int not null,
  quote_id uuid not null,
  -- Its place among the sealed files of the submission.
  position smallint not null check (position > 0),
  -- As the documents call it; empty where the sheet does not name it.
  label text not null,
  -- As its supplier calls it.
  name text not null,
  -- The line that it belongs to, and its alternative; null: the whole quote, the line's own offer.
  item_id uuid,
  alternative_no smallint check (alternative_no > 0),
  -- As it was opened.
  file_id uuid not null,
  primary key (tenant_id, quote_id, position),
  foreign key (tenant_id, quote_id) references quote,
  foreign key (tenant_id, item_id) references project_item,
  foreign key (tenant_id, file_id) references file_object,
  check (item_id is not null or alternative_no is null)
);
call kb_protect('quote_file', 'select, insert');
create trigger fixed before update or delete on quote_file for each row execute function quote_line_fixed();
create trigger no_truncate before truncate on quote_file for each statement execute function quote_line_fixed();
