import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { supplierRelations } from '../contract/relations.ts'
import { PLACES } from '../rules/places.ts'
import { NARROW, type Relation, RELATIONS, RELATIONS_LAW } from '../rules/relations.ts'

type Relations = OutputOf<typeof supplierRelations>
type Party = Relations['companies'][number]

/** What binds a supplier to other companies, each with its source and day, and the purchases in which it met others. */
export function SupplierRelations({ supplierId }: { supplierId: string }) {
  const query = useCall(supplierRelations, { params: { supplierId } })
  return (
    <WhenLoaded query={query}>
      {(found) => (
        <>
          {found.relations.length > 0 && <Facts found={found} />}
          <p className="kb-hint kb-above-8 kb-below-12">{lookedAt(found)}</p>
          {found.orders.length > 0 && <Met found={found} />}
          <p className="kb-hint kb-above-8 kb-below-12">
            {found.looked === 0
              ? '本单位没有该供应商通过报名且已出结果的采购。'
              : `已查看该供应商通过报名、已出结果的采购 ${found.looked} 项（最多查看最近 100 项）${found.orders.length === 0 ? '，没有其他企业共同参与' : ''}。`}
            未出结果的采购不在此列出。
          </p>
          <p className="kb-hint kb-above-8 kb-below-12">
            以上为平台登记的事实，是否影响参加由采购人核实。{RELATIONS_LAW}。
          </p>
        </>
      )}
    </WhenLoaded>
  )
}

function Facts({ found }: { found: Relations }) {
  return (
    <>
      <DataTable
        label="关联企业"
        rows={found.relations.map((row, i) => ({ ...row, company: found.companies[row.company]!, key: String(i) }))}
        rowKey={(row) => row.key}
        columns={[
          {
            key: 'company',
            title: '企业',
            isHead: true,
            render: ({ company }) => <PartyName party={company} hasCode />,
          },
          {
            key: 'relation',
            title: '关联事实',
            render: ({ relation, detail }) => (
              <>
                {RELATIONS[relation].label}
                {detail !== '' && `：${detail}`}
              </>
            ),
          },
          { key: 'source', title: '来源', value: ({ relation }) => RELATIONS[relation].source },
          { key: 'since', title: '起始日期', width: 120, value: ({ since }) => (since ? formatDate(since) : '未记载') },
        ]}
      />
      {found.more > 0 && <p className="kb-hint kb-above-8 kb-below-12">另有 {found.more} 条关联事实未列出</p>}
    </>
  )
}

function Met({ found }: { found: Relations }) {
  return (
    <DataTable
      label="共同参与的采购"
      rows={found.orders}
      rowKey={(row) => row.orderId}
      columns={[
        {
          key: 'title',
          title: '采购单',
          isHead: true,
          render: (row) => (
            <MainCell
              code={row.code}
              title={row.title}
              to={placeOf({ id: row.orderId, method: row.method }, 'publish.detail', 'purchaser')}
            />
          ),
        },
        { key: 'method', title: '采购方式', width: 120, value: (row) => methodOf(row.method).name },
        {
          key: 'result',
          title: '该供应商',
          width: 100,
          render: (row) => (row.isAwarded ? <StatusTag label="成交" tone="success" /> : <StatusTag label="未成交" />),
        },
        {
          key: 'others',
          title: '共同参与的企业',
          render: (row) => (
            <>
              {row.others.map(({ company, isAwarded }) => (
                <span key={company} className="kb-flex kb-gap-8 kb-wrap">
                  <PartyName party={found.companies[company]!} />
                  {found.companies[company]!.isRelated && <StatusTag label="有关联事实" tone="warning" />}
                  {isAwarded && <StatusTag label="成交" tone="success" />}
                </span>
              ))}
              {row.more > 0 && <span className="kb-muted">另有 {row.more} 家</span>}
            </>
          ),
        },
      ]}
    />
  )
}

function PartyName({ party, hasCode = false }: { party: Party; hasCode?: boolean }) {
  return (
    <span>
      {party.supplierId ? <Link to={PLACES.detail(party.supplierId)}>{party.name}</Link> : party.name}
      {party.isOwn && '（本单位）'}
      {hasCode && <span className="kb-block kb-note">{party.creditCode}</span>}
    </span>
  )
}

/** What was compared, and what could not be. */
function lookedAt({ relations, compared }: Relations): string {
  const all = Object.keys(RELATIONS) as Relation[]
  const label = (relation: Relation) =>
    `${RELATIONS[relation].label}${NARROW.includes(relation) ? '（仅与共同参与采购或有其他关联的企业比对）' : ''}`
  const missing = all.filter((relation) => !compared.includes(relation))
  return [
    `已比对：${all
      .filter((relation) => compared.includes(relation))
      .map(label)
      .join('、')}。`,
    relations.length === 0 ? '没有发现关联企业。' : '',
    missing.length > 0 ? `该供应商未登记，未作比对：${missing.map((one) => RELATIONS[one].label).join('、')}。` : '',
    '平台不登记联合体成员，未作比对。',
  ].join('')
}
