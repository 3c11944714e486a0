import { AppError } from '#contract/errors.ts'
import { inContext, type Kernel } from '../context.ts'
import type { Finding } from '../feature.ts'

/** Stored files are asked for so many at a time. */
const BATCH = 200

/**
 * Reads every stored file of a tenant, which compares it with its hash, and names those that are altered or gone. Sealed
 * bids are left out: the feature that keeps them compares them with their manifests.
 */
export async function checkStored(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  const found: Finding[] = []
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await stored(kernel, tenantId, last)
    for (const { id, name, sha256 } of rows) {
      const state = await stateOf(kernel, sha256.toString('hex'))
      // A file that nothing holds is swept away meanwhile.
      if (state === null || !(await isKept(kernel, tenantId, id))) continue
      found.push({ what: 'stored-file', id, message: `文件「${name}」${state === 'gone' ? '缺失' : '被改动'}` })
    }
    if (rows.length < BATCH) return found
    last = rows.at(-1)!.id
  }
}

function stored(kernel: Kernel, tenantId: number, after: string) {
  return inContext(kernel, { tenantId, actor: null, readOnly: true }, (ctx) =>
    ctx.tx
      .selectFrom('file_object as f')
      .select(['f.id', 'f.name', 'f.sha256'])
      .where('f.tenantId', '=', tenantId)
      .where('f.id', '>', after)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('bid_file as b')
              .select('b.fileId')
              .whereRef('b.tenantId', '=', 'f.tenantId')
              .whereRef('b.fileId', '=', 'f.id'),
          ),
        ),
      )
      .orderBy('f.id')
      .limit(BATCH)
      .execute(),
  )
}

async function isKept(kernel: Kernel, tenantId: number, id: string): Promise<boolean> {
  return inContext(kernel, { tenantId, actor: null, readOnly: true }, async (ctx) =>
    Boolean(await ctx.one('file_object', { id }, { columns: ['id'] })),
  )
}

/** Null: it is whole. */
async function stateOf({ files }: Kernel, sha256: string): Promise<'gone' | 'altered' | null> {
  try {
    // The last piece is held back until the hash is known.
    for await (const _ of await files.read(sha256));
    return null
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'notFound') return 'gone'
    if (error instanceof AppError && error.errorName === 'fileAltered') return 'altered'
    throw error
  }
}
