import { Drawer } from 'antd'
import type { InputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { createListing, ListingFields, updateListing } from '../contract/listings.ts'
import { BLACK_BASES, type Basis, LISTS, MATCHES } from '../rules/listings.ts'
import { SUBJECT_FIELDS, subjectOf } from './company-field.tsx'
import type { Listing } from './listing-acts.tsx'
import { listingTag, termText } from './words.ts'

type Values = InputOf<typeof updateListing>['body'] & Parameters<typeof subjectOf>[0]

interface ListingDrawerProps {
  kind: 'black' | 'red'
  /** A draft that is changed. */
  listing?: Listing
  /** Who is listed, where that is settled. */
  company?: { companyId: string; name: string; creditCode: string }
  onClose: () => void
}

/** The form of an entry; it takes effect once it is handed in from the list. */
export function ListingDrawer({ kind, listing, company, onClose }: ListingDrawerProps) {
  const create = useAction(createListing, { success: `草稿已保存，请在${LISTS[kind]}中提交生效` })
  const update = useAction(updateListing, { success: '草稿已保存' })
  const named = listing?.name ?? company?.name
  return (
    <FormDrawer<Values>
      title={named ? `列入${LISTS[kind]}：${named}` : `列入${LISTS[kind]}`}
      label="保存草稿"
      initial={listing ? valuesOf(listing) : { by: 'registered', basis: kind === 'black' ? 'own' : '', files: [] }}
      fields={[...(named ? [] : SUBJECT_FIELDS), ...(kind === 'black' ? BLACK_FIELDS : RED_FIELDS)]}
      run={(values) => {
        const fields = ListingFields.parse({ ...values, basis: values.basis ?? '' })
        if (listing) return update.run({ params: { listingId: listing.listingId }, body: fields })
        const subject = company
          ? { companyId: company.companyId, name: company.name, creditCode: company.creditCode }
          : null
        return create.run({ body: { ...fields, kind, subject: subject ?? subjectOf(values) } })
      }}
      onClose={onClose}
    />
  )
}

const BLACK_FIELDS: Field[] = [
  {
    kind: 'select',
    name: 'basis',
    label: '依据',
    required: true,
    options: Object.entries(BLACK_BASES).map(([value, { label, years }]: [string, Basis]) => ({
      value,
      label: years ? `${label}（${years[0]}–${years[1]} 年）` : label,
    })),
    help: '法定依据的期限由法律规定，提交时核对',
  },
  {
    kind: 'text',
    name: 'basisText',
    label: '规定名称和条款',
    required: true,
    maxLength: 500,
    when: (values) => values.basis === 'own',
  },
  { kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 1000, rows: 3, help: '将告知该企业' },
  {
    kind: 'area',
    name: 'hearing',
    label: '听取意见情况',
    required: true,
    maxLength: 1000,
    rows: 2,
    help: '如何告知该企业、其陈述申辩及是否采纳',
  },
  { kind: 'day', name: 'from', label: '自', required: true },
  { kind: 'day', name: 'until', label: '至', required: true },
  { kind: 'files', name: 'files', label: '证据材料', required: true, use: 'supplier-file', most: 10 },
]

const RED_FIELDS: Field[] = [
  { kind: 'text', name: 'basisText', label: '表彰依据', required: true, maxLength: 500 },
  { kind: 'area', name: 'reason', label: '事迹', required: true, maxLength: 1000, rows: 3, help: '将告知该企业' },
  { kind: 'day', name: 'from', label: '自', required: true },
  { kind: 'day', name: 'until', label: '至', required: true },
  { kind: 'files', name: 'files', label: '附件', use: 'supplier-file', most: 10 },
]

function valuesOf({ basis, basisText, reason, hearing, from, until, files }: Listing): Partial<Values> {
  return { basis, basisText, reason, hearing, from, ...(until && { until }), files }
}

/** All that is known of an entry. */
export function ListingDetail({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const isUntrust = listing.kind === 'untrust'
  const citation = listing.basis in BLACK_BASES ? BLACK_BASES[listing.basis as 'own'].citation : ''
  return (
    <Drawer open title={`${LISTS[listing.kind]}：${listing.name}`} size={560} onClose={onClose}>
      <FieldList
        items={[
          { label: '企业名称', value: listing.name },
          { label: '统一社会信用代码', value: listing.creditCode },
          { label: '状态', value: <StatusTag {...listingTag(listing.state, listing.kind, listing.match)} /> },
          { label: '期限', value: termText(listing.from, listing.until) },
          { label: isUntrust ? '名单' : '依据', value: listing.basisLabel, wide: true },
          citation !== '' && { label: '法条', value: citation, wide: true },
          { label: '原因', value: listing.reason, wide: true },
          listing.hearing !== '' && { label: '听取意见情况', value: listing.hearing, wide: true },
          isUntrust && { label: '匹配', value: MATCHES[listing.match], wide: true },
          listing.source !== '' && { label: '来源', value: listing.source },
          listing.queriedAt && { label: '查询日期', value: formatTime(listing.queriedAt).slice(0, 10) },
          listing.decidedAt && { label: '决定', value: `${listing.decidedByName}，${formatTime(listing.decidedAt)}` },
          listing.liftedAt && {
            label: '提前解除',
            value: `${listing.liftedByName}，${formatTime(listing.liftedAt)}：${listing.liftReason}`,
            wide: true,
          },
          listing.files.length > 0 && {
            label: '证据材料',
            wide: true,
            value: (
              <FileList
                files={listing.files}
                pathOf={({ fileId }) => `/api/workbench/buyer/supplier-listings/${listing.listingId}/files/${fileId}`}
              />
            ),
          },
        ]}
      />
    </Drawer>
  )
}
