import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The role that the application logs in as: neither owner nor superuser. What it can do: docs/security.md. */
export const APP_ROLE = 'kaibiao_app'

/**
 * Makes the application role, or puts it back in order: its password, no attribute beyond login, member of nothing, no
 * settings of its own (a role may write those for itself), no temporary objects. Done at every start, since rights on a
 * database are not part of a dump. Roles belong to the whole server, and no lock reaches across its databases: of two
 * that write the role at once, one is refused, and tries again.
 */
export async function ensureRole(owner: Pick<pg.ClientBase, 'query'>, password: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeRole(owner, password)
    } catch (error) {
      if (attempt === ROLE_ATTEMPTS || !isOvertaken(error)) throw error
      await sleep(20 + Math.random() * 20 * attempt)
    }
  }
}

/**
 * What the application role could do in this database beyond what docs/security.md says; empty when nothing. Each is a
 * sentence. Any connection will do, the application's own included.
 */
export async function findExcessRights(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rowCount } = await client.query('select from pg_catalog.pg_roles where rolname = $1', [APP_ROLE])
  if (rowCount === 0) return []
  const { rows } = await client.query<{ fault: string }>(EXCESS, [APP_ROLE])
  return rows.map(({ fault }) => fault)
}

const ROLE_ATTEMPTS = 20
const PLAIN = 'nosuperuser nobypassrls nocreatedb nocreaterole noreplication'

/** In one transaction: its statements wait for the disk once. */
async function writeRole(owner: Pick<pg.ClientBase, 'query'>, password: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; is_plain: boolean | null; groups: string[] }>(
    `select current_database() as name,
       (select not (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication) from pg_roles
        where rolname = $1) as is_plain,
       array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
         join pg_roles r on r.oid = m.member where r.rolname = $1) as groups`,
    [APP_ROLE],
  )
  const { name, is_plain: isPlain, groups } = rows[0]!
  const database = pg.escapeIdentifier(name)
  // A statement that fails stands in the server's log, whole.
  const login = `login password ${pg.escapeLiteral(verifierOf(password))}`
  await owner.query(
    [
      // Only a superuser may so much as mention some of these of a role that exists.
      isPlain === null
        ? `create role ${APP_ROLE} ${PLAIN} ${login}`
        : `alter role ${APP_ROLE} ${isPlain ? '' : PLAIN} ${login}`,
      `alter role ${APP_ROLE} reset all`,
      `alter role ${APP_ROLE} in database ${database} reset all`,
      ...groups.map((group) => `revoke ${pg.escapeIdentifier(group)} from ${APP_ROLE}`),
      `revoke temporary, create on database ${database} from public, ${APP_ROLE}`,
      `grant connect on database ${database} to ${APP_ROLE}`,
      `grant usage on schema public to ${APP_ROLE}`,
    ].join(';'),
  )
}

/** What the server would store of a password (RFC 5803); ours is hexadecimal, so nothing has to be normalised. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}

const SCRAM_ROUNDS = 4096

/** Another one wrote the same row of the catalogue meanwhile: made the role (42710, 23505), or changed it (XX000). */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  if (error.code === 'XX000') return error.message.startsWith('tuple concurrently')
  return error.code === '42710' || error.code === '23505'
}

const EXCESS = `
  select 'the role has the attribute ' || attribute as fault
  from pg_catalog.pg_roles, lateral (values ('superuser', rolsuper), ('bypassrls', rolbypassrls), ('createdb', rolcreatedb),
    ('createrole', rolcreaterole), ('replication', rolreplication)) as a(attribute, is_set)
  where rolname = $1 and is_set
  union all
  select 'the role is a member of ' || g.rolname from pg_catalog.pg_auth_members m
  join pg_catalog.pg_roles g on g.oid = m.roleid join pg_catalog.pg_roles r on r.oid = m.member where r.rolname = $1
  union all
  select 'the role owns ' || c.oid::pg_catalog.regclass from pg_catalog.pg_class c
  join pg_catalog.pg_roles r on r.oid = c.relowner
  where r.rolname = $1 and c.relpersistence <> 't' and c.relnamespace <> 'pg_toast'::pg_catalog.regnamespace
    and c.relnamespace::pg_catalog.regnamespace::pg_catalog.text not like 'pg\\_toast\\_temp%'
  union all
  select 'the role owns the function ' || p.oid::pg_catalog.regprocedure from pg_catalog.pg_proc p
  join pg_catalog.pg_roles r on r.oid = p.proowner
  where r.rolname = $1 and p.pronamespace::pg_catalog.regnamespace::pg_catalog.text not like 'pg\\_temp%'
  union all
  select 'the role may ' || privilege || ' in the database' from (values ('temporary'), ('create')) as v(privilege)
  where pg_catalog.has_database_privilege($1, pg_catalog.current_database(), privilege)
  union all
  select 'the role may create in the schema ' || nspname from pg_catalog.pg_namespace
  where nspname not like 'pg\\_temp%' and nspname not like 'pg\\_toast%' and pg_catalog.has_schema_privilege($1, oid, 'create')
  union all
  select 'the role may ' || privilege || ' ' || c.relname
  from pg_catalog.pg_class c, (values ('insert'), ('update'), ('delete'), ('truncate')) as v(privilege)
  where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind in ('r', 'p') and (c.relname like 'audit\\_%' or c.relname like 'ledger\\_%')
    -- Whoever adds a head has no key to sign it.
    and (c.relname <> 'audit_head_signed' or privilege <> 'insert')
    and pg_catalog.has_table_privilege($1, c.oid, privilege)
  union all
  select 'a function with its owner''s rights looks names up on its caller''s path: ' || p.oid::pg_catalog.regprocedure
  from pg_catalog.pg_proc p where p.prosecdef and not ${endsInTemp('p')}
    and p.pronamespace <> 'pg_catalog'::pg_catalog.regnamespace
  union all
  select 'a function looks names up on its caller''s path: ' || p.oid::pg_catalog.regprocedure
  from pg_catalog.pg_proc p join pg_catalog.pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::pg_catalog.regnamespace and l.lanname in ('sql', 'plpgsql')
    and not p.prosecdef and p.prosqlbody is null and not ${endsInTemp('p')}
  order by 1`

/** Nothing but PostgreSQL's own names before the temporary schema, which is searched last. */
function endsInTemp(row: string): string {
  return `coalesce(${row}.proconfig @> array['search_path=pg_catalog, pg_temp'], false)`
}
