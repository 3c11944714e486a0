import type { FindSource } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'
import { companiesHere } from './access.ts'
import { shownCode } from './registration.ts'

/** Companies of the tenant, for whoever administers it. */
export const find: FindSource = async (ctx, text, limit) => {
  if (ctx.actor.workbench !== 'admin' || !ctx.actor.rights.has('platform')) return []
  const rows = await companiesHere(ctx)
    .clearSelect()
    .select(['c.id', 'c.name', 'c.creditCode', 'c.identity'])
    .where((e) =>
      e.or([
        includes(text, ['c.name']),
        e('c.creditCode', '=', text.toUpperCase()),
        e('c.identityHash', 'in', ctx.cipher.hashes('company.identity', text)),
      ]),
    )
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, ...row }) => ({
    key: `company:${id}`,
    what: '企业',
    title: name,
    code: shownCode(ctx, { id, ...row }),
    link: `/admin/companies/${id}`,
  }))
}
