import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { deriveKey } from '../config.ts'
import { TEST_SECRET } from '../testing/store.ts'
import { runOn } from '../testing/run-on.ts'
import { appUrl, migrate } from './migrate.ts'
import { APP_ROLE, findExcessRights } from './role.ts'

/* What the holder of the application role's password can reach. docs/security.md says it in words. */

const PASSWORD = deriveKey({ secret: TEST_SECRET }, 'database application role').toString('hex')
const name = `kaibiao_test_${randomBytes(6).toString('hex')}`
const url = new URL(inject('serverUrl'))
url.pathname = `/${name}`
let owner: pg.Client
let app: pg.Client

async function open(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

beforeAll(async () => {
  // A copy has the rights on tables of its template, and PostgreSQL's defaults on the database: as after a restore.
  await runOn(inject('serverUrl'), `create database ${name} template ${inject('template')} strategy file_copy`)
  owner = await open(url.href)
  app = await open(appUrl(url.href, PASSWORD))
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await runOn(inject('serverUrl'), `drop database ${name} with (force)`)
})

/** What a statement fails with; null where it passes. */
async function refusal(statement: string): Promise<string | null> {
  return app.query(statement).then(
    () => null,
    (error: { code: string }) => error.code,
  )
}

describe('before a start puts the database in order', () => {
  /** Every type and every table has a namesake in the temporary schema, which takes the role's rights further if used. */
  async function plant(): Promise<number> {
    await app.query(`create function pg_temp.rise() returns boolean language plpgsql as $$ begin
      if current_user <> '${APP_ROLE}' then execute 'alter role ${APP_ROLE} superuser'; end if; return true; end $$`)
    await app.query(`create function pg_temp.rise_at() returns trigger language plpgsql as $$ begin
      perform pg_temp.rise(); return new; end $$`)
    const { rows: types } = await owner.query<{ typname: string }>(
      `select typname from pg_type where typnamespace = 'pg_catalog'::regnamespace and typtype = 'b' and typelem = 0
         and typname not like 'pg\\_%'`,
    )
    const { rows: tables } = await owner.query<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    const planted = [
      ...types.map(
        ({ typname }) => `create domain pg_temp."${typname}" as pg_catalog."${typname}" check (pg_temp.rise())`,
      ),
      ...tables.map(
        ({ relname }) => `create temporary table "${relname}" (like public."${relname}");
          create trigger rise before insert or update or delete on pg_temp."${relname}" for each row execute function pg_temp.rise_at()`,
      ),
    ]
    let done = 0
    for (const statement of planted) if ((await refusal(statement)) === null) done++
    return done
  }

  test('no function lends its rights to what its caller planted', async () => {
    // Seen by its triggers: a session, and facts of which one waits and one is chained.
    await owner.query(
      `insert into tenant (id, alias, name) values (1, 'one', '一');
       insert into app_user (id, account, nickname, created_at) values ('00000000-0000-0000-0000-000000000001', 'a', 'a', now());
       insert into login_session values ('00000000-0000-0000-0000-000000000002', 'x', '00000000-0000-0000-0000-000000000001', 1,
         null, '', '', now(), now(), now())`,
    )
    expect(await plant()).toBeGreaterThan(100)
    await app.query(`select pg_catalog.set_config('app.tenant', '1', false)`)
    const { rows: functions } = await owner.query<{ name: string; types: string[]; kind: string }>(
      `select proname as name, array(select format_type(t, null) from unnest(proargtypes) t) as types, prokind as kind
       from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
         and has_function_privilege('${APP_ROLE}', oid, 'execute')`,
    )
    for (const path of ['public', 'pg_temp, public', 'pg_temp, pg_catalog, public']) {
      await app.query(`set search_path = ${path}`)
      for (const { name, types } of functions)
        await refusal(`select public.${name}(${types.map((type) => ARGUMENTS[type]!).join(', ')})`)
      await refusal(`update public.clock_shift set ms = ms + 1`)
    }
    const { rows: role } = await owner.query(`select rolsuper from pg_roles where rolname = $1`, [APP_ROLE])
    expect(role).toEqual([{ rolsuper: false }])
    const { rows } = await owner.query<{ facts: number; chained: number }>(
      'select (select count(*)::int from audit_intake) as facts, (select count(*)::int from audit_record) as chained',
    )
    // They really ran.
    expect(rows[0]!.facts + rows[0]!.chained).toBe(3)
    const names = functions.map((f) => f.name).toSorted()
    expect([...new Set(names)]).toEqual([
      'kb_bound',
      'kb_chain',
      'kb_close',
      'kb_file_store',
      'kb_heads',
      'kb_hold',
      'kb_journal_words',
      'kb_line_words',
      'kb_number',
      'kb_post',
      'kb_prove_mobile',
      'kb_record',
      'kb_row_hash',
      'kb_settle',
      'kb_spans',
      'kb_tenant',
      'kb_words',
    ])
  })

  test('what it may do too much is named, and the next start takes it away', async () => {
    expect(await findExcessRights(app)).toEqual(['the role may temporary in the database'])
    await owner.query(`create function lends() returns int language sql security definer as 'select 1'`)
    await owner.query(`alter role ${APP_ROLE} in database ${name} set search_path = pg_temp, public`)
    await owner.query(`create role ${name}; grant ${name} to ${APP_ROLE}`)
    try {
      const found = await findExcessRights(owner)
      expect(found).toContainEqual(expect.stringContaining('lends()'))
      expect(found).toContain(`the role is a member of ${name}`)
    } finally {
      await migrate(url.href, PASSWORD)
      await owner.query(`drop function lends; drop role ${name}`)
    }
    expect(await findExcessRights(owner)).toEqual([])
    const fresh = await open(appUrl(url.href, PASSWORD))
    const { rows } = await fresh.query('show search_path')
    await fresh.end()
    expect(rows).toEqual([{ search_path: '"$user", public' }])
  })
})

describe('in a database in order, the role can neither', () => {
  beforeAll(() => migrate(url.href, PASSWORD))
  const DENIED = '42501'
  test.each([
    ['become somebody else', `set role ${new URL(url).username}`],
    ['raise itself', `alter role ${APP_ROLE} superuser`],
    ['look past row-level security', `alter role ${APP_ROLE} bypassrls`],
    ['make roles', 'create role another'],
    ['make temporary objects', 'create temporary table t (n int)'],
    ['make tables', 'create table public.t (n int)'],
    ['make schemas', 'create schema s'],
    ['make functions', `create function public.f() returns int language sql as 'select 1'`],
    ['make extensions', 'create extension file_fdw'],
    ['make event triggers', 'create event trigger e on ddl_command_end execute function public.kb_refuse()'],
    ['read the files of the server', `select pg_read_file('postgresql.conf')`],
    ['run programs', `copy public.tenant to program 'cat'`],
    ['write files of the server', `copy public.tenant to '/tmp/kaibiao-tenant'`],
    ['import files', `select lo_import('/etc/passwd')`],
    ['set what needs a superuser', `set session_replication_role = replica`],
    ['switch a trigger off', 'alter table public.audit_record disable trigger all'],
    ['change a fact', `update public.audit_record set body = '{}'`],
    ['remove a fact', 'delete from public.audit_record'],
    ['remove a fact that waits', 'delete from public.audit_intake'],
    ['write a fact past the function', `insert into public.audit_intake (tenant_id, at, body) values (1, now(), '{}')`],
    ['move the head of a chain', 'update public.audit_head set seq = 0'],
    ['empty a table', 'truncate public.audit_record'],
    [
      'write a journal past the function',
      `insert into public.ledger_journal (tenant_id, id) values (1, gen_random_uuid())`,
    ],
    ['change an entry of the ledger', 'update public.ledger_entry set amount = amount'],
    ['remove a journal', 'delete from public.ledger_journal'],
    ['empty the ledger', 'truncate public.ledger_entry, public.ledger_journal'],
    ['raise a balance', 'update public.ledger_account set credit = credit + 1'],
    ['end a hold past the function', `update public.ledger_hold set state = 'released'`],
    ['change a closing', 'update public.ledger_close set head = head'],
    ['remove a closing', 'delete from public.ledger_close_total'],
    ['call what the functions of the ledger share', `select public.kb_ledger_account(1, '{}')`],
    ['change a bid', 'update public.bid_submission set at = at'],
    ['remove a published head of the log', 'delete from public.bid_checkpoint'],
    ['read the passwords of the server', 'select * from pg_authid'],
    ['make rules for rows', 'create policy p on public.tenant using (true)'],
  ])('%s', async (_what, statement) => {
    expect(await refusal(statement)).toBe(DENIED)
  })

  test('but it can name any tenant, and write facts that never happened', async () => {
    for (const tenant of [1, 2]) {
      await app.query(`select set_config('app.tenant', '${tenant}', false)`)
      expect(
        await refusal(`select public.kb_record('[{"at":"2026-01-01T00:00:00Z","action":"invented"}]', '[]', now())`),
      ).toBeNull()
    }
  })
})

test('an owner that is no superuser can start again and again', async () => {
  const role = `${name}_owner`
  await owner.query(`create role ${role} login createrole password 'x'`)
  await owner.query(`create database ${role} owner ${role}`)
  // As on a server of our own where the owner made it.
  await owner.query(`grant ${APP_ROLE} to ${role} with admin option, inherit false, set false`)
  const own = new URL(url)
  own.username = role
  own.password = 'x'
  own.pathname = `/${role}`
  try {
    expect((await migrate(own.href, PASSWORD)).length).toBeGreaterThan(10)
    expect(await migrate(own.href, PASSWORD)).toEqual([])
    const client = await open(appUrl(own.href, PASSWORD))
    expect(await findExcessRights(client)).toEqual([])
    await client.end()
  } finally {
    await owner.query(`drop database ${role} with (force)`)
    await owner.query(`drop role ${role}`)
  }
})

/** One value of each type that a function asks for. */
const ARGUMENTS: Record<string, string> = {
  anyelement: 'null::public.tenant',
  integer: '100',
  bigint: '100',
  'text[]': `array['project']::pg_catalog.text[]`,
  text: `'project'::pg_catalog.text`,
  uuid: 'gen_random_uuid()',
  jsonb: `pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('at', '2026-01-01T00:00:00Z', 'kind', 'k', 'payload', 1, 'topics', pg_catalog.jsonb_build_array()))`,
  'timestamp with time zone': 'pg_catalog.now()',
}
