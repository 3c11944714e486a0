import type { Finding } from '#server/feature.ts'
import { inContext, type Kernel } from '#server/context.ts'
import { hashOf, versionHash } from './hash.ts'

const BATCH = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Recomputes the hashes of all published versions and accepted commitments; names those that are not as written. */
export async function checkTemplates(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async ({ tx }) => {
    const found: Finding[] = []
    for (let last = FIRST; ;) {
      const rows = await tx
        .selectFrom('template_version as v')
        .innerJoin('template as t', (j) => j.onRef('t.tenantId', '=', 'v.tenantId').onRef('t.id', '=', 'v.templateId'))
        .selectAll('v')
        .select('t.kind')
        .where('v.tenantId', '=', tenantId)
        .where('v.id', '>', last)
        .orderBy('v.id')
        .limit(BATCH)
        .execute()
      for (const v of rows) {
        const hash = versionHash({
          tenantId,
          templateId: v.templateId,
          kind: v.kind,
          scope: v.scope,
          name: v.name,
          versionNo: v.versionNo,
          note: v.note,
          content: v.content,
          publishedAt: v.publishedAt.toISOString(),
        })
        const what = `模板《${v.name}》第 ${v.versionNo} 版`
        if (!hash.equals(v.contentHash))
          found.push({ what: 'template', id: v.id, message: `${what}的内容与发布时的哈希不一致` })
      }
      if (rows.length < BATCH) break
      last = rows.at(-1)!.id
    }
    for (let last = FIRST; ;) {
      const rows = await tx
        .selectFrom('commitment_acceptance')
        .select(['id', 'text', 'textHash'])
        .where('tenantId', '=', tenantId)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .execute()
      for (const { id, text, textHash: hash } of rows)
        if (!hashOf(text).equals(hash))
          found.push({ what: 'commitment', id, message: '承诺书的接受记录与其哈希不一致' })
      if (rows.length < BATCH) return found
      last = rows.at(-1)!.id
    }
  })
}
