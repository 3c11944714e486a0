import { sql } from 'kysely'
import { implement, implementFile, implementForPerson, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import { leftOf } from '#features/membership/server/public.ts'
import * as admin from '../contract/admin.ts'
import * as contract from '../contract/company.ts'
import { PLATFORM_LISTED, STATUS_OF } from '../rules/application.ts'
import { MEDIA, type Medium, NOT_OFFERED } from '../rules/kinds.ts'
import { PRICE_LIST, VOUCHER, VOUCHER_WORTH } from '../rules/prices.ts'
import {
  type Any,
  type ApplicationRow,
  type CertificateRow,
  HOLDER,
  ownApplication,
  ownCertificate,
  PLATFORM,
} from './access.ts'
import { authorityFacts } from './authority.ts'
import { fileOf } from './files.ts'
import { applicationLine, applicationValue, certificateLine, followedOf } from './rows.ts'
import { toPem } from '../core/der.ts'

/** What a company reads of its applications and certificates, and the list of the platform. */
export const listRoutes: readonly Route[] = [
  implement(contract.caTerms, HOLDER, async (ctx) => {
    const { companyId, name } = ctx.actor
    const columns = ['name', 'creditCode', 'legalPerson'] as const
    const company = await ctx.expectOne('company', { id: companyId }, { columns })
    const { remain } = await leftOf(ctx, { companyId, product: VOUCHER })
    return {
      authority: authorityFacts(ctx.config),
      companyName: company.name,
      creditCode: company.creditCode,
      userName: name,
      legalPerson: company.legalPerson,
      media: (Object.keys(MEDIA) as Medium[]).map((medium) => ({
        medium,
        isOffered: NOT_OFFERED[medium] === undefined,
        note: NOT_OFFERED[medium] ?? '',
      })),
      prices: PRICE_LIST.map((line) => ({ ...line })),
      voucherWorth: VOUCHER_WORTH,
      vouchers: remain,
    }
  }),

  implement(contract.certificatePage, HOLDER, async (ctx, { query }) => {
    const { companyId } = ctx.actor
    const now = ctx.clock.now()
    const rows = () =>
      ctx.tx.selectFrom('certificate as c').where('c.tenantId', '=', ctx.tenantId).where('c.companyId', '=', companyId)
    const page = await listPage(ctx, {
      query,
      tabs: {
        all: sql<boolean>`true`,
        active: sql<boolean>`(c.revoked_at is null and c.until_at > ${now})`,
        ended: sql<boolean>`(c.revoked_at is not null or c.until_at <= ${now})`,
      },
      tab: query.state ?? 'all',
      list: {
        alias: 'c',
        keys: ['id'],
        rows: () =>
          rows().$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['c.holder', 'c.serial']))),
      },
      show: (page) => rows().innerJoin(page, 'page.id', 'c.id').selectAll('c'),
    })
    const followed = await followedOf(
      ctx,
      page.rows.map(({ id }) => id),
    )
    return { ...page, rows: page.rows.map((row) => certificateLine(ctx, row as CertificateRow, followed.has(row.id))) }
  }),

  implementFile(contract.certificateFile, HOLDER, async (ctx, { params }) => {
    const { der, chain, serial } = await ownCertificate(ctx, params.certificateId)
    const content = Buffer.from([der, ...chain].map((one) => toPem(one)).join(''))
    return { name: `${serial}.pem`, mime: 'application/x-pem-file', size: content.length, content }
  }),

  implement(contract.applicationPage, HOLDER, (ctx, { query }) =>
    applicationsOf(ctx, { query, companyId: ctx.actor.companyId, side: 'company' }),
  ),
  implement(contract.applicationDetail, HOLDER, async (ctx, { params }) =>
    applicationValue(ctx, await ownApplication(ctx, params.applicationId), 'company'),
  ),
  implementFile(contract.applicationFile, HOLDER, async (ctx, { params }) =>
    fileOf(ctx, await ownApplication(ctx, params.applicationId), params.fileId),
  ),
  implementForPerson(admin.reviewPage, PLATFORM, (ctx, { query }) => applicationsOf(ctx, { query, side: 'platform' })),
]

const STATES = Object.entries(STATUS_OF)
const statesOf = (status: number) => STATES.filter(([, one]) => one === status).map(([state]) => state)

async function applicationsOf(
  ctx: Any,
  {
    query,
    companyId,
    side,
  }: {
    query: Parameters<typeof listPage>[1]['query'] & { status?: number | undefined }
    companyId?: string
    side: 'company' | 'platform'
  },
) {
  const listed = side === 'company' ? STATES.map(([state]) => state) : [...PLATFORM_LISTED]
  const rows = () =>
    ctx.tx
      .selectFrom('ca_application as a')
      .where('a.tenantId', '=', ctx.tenantId)
      .where('a.state', 'in', listed)
      .$if(companyId !== undefined, (q) => q.where('a.companyId', '=', companyId!))
  const statuses = side === 'company' ? [0, 1, 2, 3] : [1, 2, 3]
  const page = await listPage(ctx, {
    query,
    tabs: Object.fromEntries([
      ['all', sql<boolean>`true`],
      ...statuses.map((status) => [String(status), sql<boolean>`a.state = any(${statesOf(status)})`]),
    ]),
    tab: query.status === undefined ? 'all' : String(query.status),
    list: {
      alias: 'a',
      keys: ['id'],
      rows: () =>
        rows().$if(Boolean(query.keyword), (q) =>
          q.where(includes(query.keyword!, ['a.companyName', 'a.code', 'a.personName'])),
        ),
    },
    show: (page) => rows().innerJoin(page, 'page.id', 'a.id').selectAll('a'),
  })
  return { ...page, rows: page.rows.map((row) => applicationLine(ctx, row as ApplicationRow, side)) }
}
