import { placeOf } from '#features/procurement/methods/places.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { ORIGINS, SUPPLIER_STATES } from '../rules/states.ts'
import { CertificateTable } from './certificate-table.tsx'
import type { Supplier } from './supplier.ts'
import { GRADE_TONES, listingTag, listTag, termText } from './words.ts'

interface SectionProps {
  supplier: Supplier
}

export function Basis({ supplier }: SectionProps) {
  return (
    <FieldList
      items={[
        { label: '企业名称', value: supplier.name },
        { label: '统一社会信用代码', value: supplier.creditCode },
        { label: '法定代表人', value: supplier.legalPerson },
        { label: '平台注册', value: supplier.isRegistered ? '已注册' : '未注册，注册认证后方可邀请' },
        { label: '入库方式', value: ORIGINS[supplier.origin] },
        { label: '合格有效期', value: termText(supplier.validFrom, supplier.validUntil) },
        { label: '供应品类', value: supplier.categories.join('、'), wide: true },
      ]}
    />
  )
}

export function Certificates({ supplier }: SectionProps) {
  if (supplier.certificateList.length === 0) return <Nothing text="尚未登记资质" />
  return <CertificateTable rows={supplier.certificateList} />
}

export function Grades({ supplier }: SectionProps) {
  if (supplier.grades.length === 0) return <Nothing text="尚未评定等级" />
  return (
    <DataTable
      label="等级"
      rows={supplier.grades}
      rowKey={(row) => row.at}
      columns={[
        {
          key: 'grade',
          title: '等级',
          width: 80,
          render: (row) => <StatusTag label={`${row.grade} 级`} tone={GRADE_TONES[row.grade]} />,
        },
        { key: 'term', title: '有效期', width: 210, value: (row) => termText(row.from, row.until) },
        { key: 'reason', title: '理由', value: (row) => row.reason },
        { key: 'by', title: '评定人', width: 100, value: (row) => row.byName },
        { key: 'at', title: '评定时间', kind: 'time', width: 130, value: (row) => row.at },
      ]}
    />
  )
}

export function Lists({ supplier }: SectionProps) {
  if (supplier.listings.length === 0) return <Nothing text="没有名单记录" />
  return (
    <DataTable
      label="名单"
      rows={supplier.listings}
      rowKey={(row) => row.listingId}
      columns={[
        { key: 'kind', title: '名单', width: 100, render: (row) => <StatusTag {...listTag(row.kind)} /> },
        { key: 'basis', title: '依据', width: 200, value: (row) => row.basis },
        { key: 'reason', title: '原因', value: (row) => row.reason },
        { key: 'term', title: '期限', width: 210, value: (row) => termText(row.from, row.until) },
        {
          key: 'state',
          title: '状态',
          width: 110,
          render: (row) => <StatusTag {...listingTag(row.state, row.kind)} />,
        },
      ]}
    />
  )
}

export function Orders({ supplier }: SectionProps) {
  if (supplier.orders.length === 0) return <Nothing text="没有已出结果的合作采购单" />
  return (
    <DataTable
      label="合作采购单"
      rows={supplier.orders}
      rowKey={(row) => row.orderId}
      columns={[
        {
          key: 'title',
          title: '采购单',
          render: (row) => (
            <MainCell
              code={row.code}
              title={row.title}
              to={placeOf({ id: row.orderId, method: row.method }, 'publish.detail', 'purchaser')}
            />
          ),
        },
        { key: 'method', title: '采购方式', width: 120, value: (row) => methodOf(row.method).name },
        { key: 'signed', title: '报名时间', kind: 'time', width: 130, value: (row) => row.signedUpAt },
        {
          key: 'result',
          title: '结果',
          width: 100,
          render: (row) => (row.isAwarded ? <StatusTag label="成交" tone="success" /> : <StatusTag label="未成交" />),
        },
      ]}
    />
  )
}

export function History({ supplier }: SectionProps) {
  return (
    <Timeline
      items={supplier.history.map((one) => ({
        key: `${one.at}${one.action}`,
        at: one.at,
        title: `${one.label}：${one.from && one.from !== one.to ? `${SUPPLIER_STATES[one.from]} → ` : ''}${SUPPLIER_STATES[one.to]}`,
        text: [one.byName, one.reason].filter(Boolean).join('，'),
      }))}
    />
  )
}

function Nothing({ text }: { text: string }) {
  return <p className="kb-muted">{text}</p>
}
