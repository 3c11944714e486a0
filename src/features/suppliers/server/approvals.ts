import type { BodyOf } from '#contract/endpoint.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import type { Business, BusinessNode } from '#features/workflow/server/public.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type { acceptOnboarding } from '../contract/onboarding.ts'
import * as onboarding from '../contract/onboarding.ts'
import * as listing from '../contract/listings.ts'
import { basisLabel, LISTS, type List } from '../rules/listings.ts'
import { PLACES } from '../rules/places.ts'
import { WAYS, type Way } from '../rules/onboarding.ts'
import { type Ctx, ownListing, ownOnboarding } from './access.ts'
import { LISTING_SUBJECT, ONBOARDING_SUBJECT } from './kinds.ts'
import { decide, lift } from './listing-acts.ts'
import { accept } from './onboarding-acts.ts'

const WAY: FactField = {
  key: 'way',
  label: '入库方式',
  type: 'choice',
  options: Object.entries(WAYS).map(([value, label]) => ({ value, label })),
}
const LIST: FactField = {
  key: 'list',
  label: '名单',
  type: 'choice',
  options: (['black', 'red'] as const).map((value) => ({ value, label: LISTS[value] })),
}

/** A company comes into the library. */
export const onboardingNode: BusinessNode<BodyOf<typeof acceptOnboarding>, object> = {
  node: 'onboarding',
  label: '供应商入库',
  body: onboarding.acceptOnboarding.body,
  subjectKind: ONBOARDING_SUBJECT,
  facts: [WAY],
  open: (ctx, id, lock) => ownOnboarding(ctx, id, lock),
  async describe(ctx, id) {
    const row = await ctx.expectOne('supplier_onboarding', { id })
    const { name } = await ctx.expectOne('supplier', { id: row.supplierId }, { columns: ['name'] })
    const page = PLACES.onboarding(row.way as Way, id)
    return {
      title: `${WAYS[row.way as Way]}：${name}`,
      facts: { way: row.way },
      trail: { entity: 'supplier', entityId: row.supplierId },
      topics: [],
      page,
      editor: page,
    }
  },
  async sections(ctx, id): Promise<Section[]> {
    const row = await ctx.expectOne('supplier_onboarding', { id })
    const { name, creditCode } = await ctx.expectOne('supplier', { id: row.supplierId })
    return [
      {
        title: '供应商',
        rows: [
          { label: '企业名称', value: name },
          { label: '统一社会信用代码', value: creditCode },
          { label: '供应品类', value: row.categories.join('、') },
          { label: '有效期', value: `${row.validFrom} 至 ${row.validUntil}` },
          { label: '理由', value: row.reason },
          { label: '附件', value: names(row.files) },
        ],
        table: null,
        content: null,
        files: [],
      },
    ]
  },
  apply: (ctx, id) => accept(ctx, id),
}

function listingNode<Body>(given: {
  node: string
  label: string
  body: BusinessNode<Body>['body']
  rows: (body: NoInfer<Body>) => Section['rows']
  apply: (ctx: Ctx, id: string, body: NoInfer<Body>) => Promise<object>
}): BusinessNode<Body, object> {
  const { rows, ...node } = given
  return {
    ...node,
    subjectKind: LISTING_SUBJECT,
    facts: [LIST],
    open: (ctx, id, lock) => ownListing(ctx, id, lock),
    async describe(ctx, id) {
      const row = await ctx.expectOne('supplier_listing', { id })
      const page = row.kind === 'red' ? PLACES.redList : PLACES.blacklist
      return {
        title: `${LISTS[row.kind as List]}：${row.name}`,
        facts: { list: row.kind },
        trail: { entity: 'supplier', entityId: id },
        topics: [],
        page,
        editor: page,
      }
    },
    async sections(ctx, id, body): Promise<Section[]> {
      const row = await ctx.expectOne('supplier_listing', { id })
      const basics = [
        { label: '企业名称', value: row.name },
        { label: '统一社会信用代码', value: row.creditCode },
        { label: '依据', value: basisLabel(row) },
        { label: '原因', value: row.reason },
        { label: '期限', value: `${row.fromDay} 至 ${row.untilDay}` },
        { label: '听取意见', value: row.hearing },
        { label: '证据材料', value: names(row.files) },
        ...rows(body),
      ]
      return [{ title: LISTS[row.kind as List], rows: basics, table: null, content: null, files: [] }]
    },
  }
}

export const decideNode = listingNode<BodyOf<typeof listing.decideListing>>({
  node: 'listing',
  label: '列入名单',
  body: listing.decideListing.body,
  rows: () => [],
  apply: (ctx, id) => decide(ctx, id),
})

export const liftNode = listingNode<BodyOf<typeof listing.liftListing>>({
  node: 'lift',
  label: '提前解除名单',
  body: listing.liftListing.body,
  rows: ({ reason }) => [{ label: '解除原因', value: reason }],
  apply: (ctx, id, { reason }) => lift(ctx, id, reason),
})

function names(files: unknown): string {
  return (files as StoredFile[]).map(({ name }) => name).join('、') || '无'
}

/** Steps of the supplier management that a company may have approved. */
export const supplierApprovals: Business = {
  type: 'suppliers',
  label: '供应商管理',
  menus: ['supplier-library', 'supplier-recommend'],
  nodes: [onboardingNode, decideNode, liftNode],
}
