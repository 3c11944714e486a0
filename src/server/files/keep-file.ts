import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { StoredObject } from './store.ts'

interface About {
  name: string
  /** What it was made or handed in for, e.g. `qualification`. */
  use: string
  /** A PDF unless it says otherwise. */
  mime?: string
  /** Whose it is; what the platform makes is nobody's. */
  by?: { userId?: string; companyId: string | null }
}

/** Makes stored bytes a file of the tenant. */
export async function keepFile(
  ctx: Context<Actor | null>,
  { sha256, size }: StoredObject,
  { name, use, mime = 'application/pdf', by }: About,
): Promise<{ fileId: string; sha256: Buffer; size: number }> {
  const file = { fileId: ctx.newId(), sha256: Buffer.from(sha256, 'hex'), size }
  const { fileId: id, ...stored } = file
  const owner = { userId: by?.userId ?? null, companyId: by?.companyId ?? null }
  await ctx.insert('file_object', { id, ...stored, mime, name, use, ...owner, createdAt: ctx.clock.now() })
  return file
}
