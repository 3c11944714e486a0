-- What a company's list of orders or projects is read by is planned once for all companies (src/server/search/newest.ts). The
-- plan must be that of a company with few rows among many, also where nearly all rows are of one: then the index of the
-- tenant alone looks as good, and for everybody else it reads the whole table.
alter table purchase_order
  alter column purchaser_company_id set (n_distinct = -0.001), alter column owner_company_id set (n_distinct = -0.001);
alter table project
  alter column purchaser_company_id set (n_distinct = -0.001), alter column agency_company_id set (n_distinct = -0.001);
analyze purchase_order, project;
