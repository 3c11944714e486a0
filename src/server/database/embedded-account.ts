import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The account PostgreSQL runs under; undefined means: ours. */
export type Account = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root, so root hands it to another account: the owner of the cluster folder if there is
 * one, else `postgres`, else a system account made for it, else `nobody`.
 */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) {
    assertNamed()
    return undefined
  }
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  return look('postgres') ?? look(OWN) ?? create() ?? look('nobody') ?? refuse()
}

/** Whether the account may enter the folder. Asked of the system itself, since access lists and mounts count too. */
export function mayEnter(account: Account, folder: string): boolean {
  return succeeds(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])
}

/** Whether the account can run the program at all (closed folders, noexec mounts). */
export function mayRun(account: Account, program: string): boolean {
  return succeeds(account, program, ['--version'])
}

const OWN = 'kaibiao'

function succeeds(account: Account, program: string, args: string[]): boolean {
  return spawnSync(program, args, { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

function look(name: string): Account {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
    )
    return uid && gid ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}

function create(): Account {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', OWN], { stdio: 'ignore' })
  return made.status === 0 ? look(OWN) : undefined
}

function refuse(): never {
  throw new Error(
    '以 root 启动时需要一个普通账户来运行 PostgreSQL，但无法找到或创建。请创建 kaibiao 账户，或设置 DATABASE_URL。\n' +
      'PostgreSQL cannot run as root and no other account was found or could be made. Add an account named kaibiao, or set DATABASE_URL.',
  )
}

/** initdb wants a name for the user it runs as; `docker run -u 1234` has none. */
function assertNamed(): void {
  try {
    userInfo()
  } catch (cause) {
    throw new Error(
      '当前用户没有账户名，内置 PostgreSQL 无法启动。请换用有账户的用户，或设置 DATABASE_URL。\n' +
        'The current user id has no account name, which the embedded PostgreSQL needs. Use another user, or set DATABASE_URL.',
      { cause },
    )
  }
}
