import type { z } from 'zod'
import type { Page } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import type * as c from '../contract/company.ts'
import type { CompanyWorkbench } from '../rules/company-types.ts'
import { type Company, companiesHere } from './access.ts'
import { newestFirst } from './paging.ts'
import { shownCode } from './registration.ts'

type Ctx = Context<Actor>
type Row = z.output<typeof c.CompanyRow>

const COLUMN = { purchaser: 't.isPurchaser', agency: 't.isAgency', supplier: 't.isSupplier' } as const

/** Companies in use, certified at this tenant for one of the workbenches, newest first. */
export async function directory(
  ctx: Ctx,
  kinds: readonly CompanyWorkbench[],
  query: z.output<typeof c.supplierPage.query>,
): Promise<Page<Row>> {
  const base = inUse(ctx, query.keyword)
    .where((e) => e.or(kinds.map((kind) => e(COLUMN[kind], '=', true))))
    .$if(query.companyType !== undefined, (q) => q.where('c.companyType', '=', query.companyType!))
  const page = await newestFirst(ctx, base, { query, key: 't.companyId' })
  return { ...page, rows: page.rows.map((row) => shown(ctx, row)) }
}

/** At most 20 companies to choose from, by name or code. */
export async function notNaturalPersons(ctx: Ctx, keyword: string | undefined): Promise<Row[]> {
  const rows = await inUse(ctx, keyword).where('c.companyType', '<>', 4).orderBy('c.name').limit(20).execute()
  return rows.map((row) => shown(ctx, row))
}

function inUse(ctx: Ctx, keyword: string | undefined) {
  return companiesHere(ctx)
    .where('t.isCertified', '=', true)
    .where('t.status', '=', 1)
    .$if(Boolean(keyword), (q) =>
      q.where((e) =>
        e.or([
          includes(keyword!, ['c.name']),
          // An identity number is not something to search by.
          e('c.creditCode', '=', keyword!.toUpperCase()),
        ]),
      ),
    )
}

function shown(ctx: Ctx, company: Company): Row {
  return {
    companyId: company.id,
    companyName: company.name,
    socialCreditCode: shownCode(ctx, company),
    companyType: company.companyType as 1,
    legalPerson: company.legalPerson,
    industry: (company.profile as { industry?: string }).industry ?? '',
    certifiedAt: company.certifiedAt?.toISOString() ?? null,
  }
}
