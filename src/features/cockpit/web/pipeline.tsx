import { Alert } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { PurchaseMethod } from '#features/procurement/rules/enums.ts'
import { CallAnswer } from '#web/kit/call-answer.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { FewRows } from '#web/kit/few-rows.tsx'
import { tr } from '#web/kit/labels.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell, TimeText } from '#web/kit/values.tsx'
import { pipeline } from '../contract.ts'
import { COCKPIT } from '../rules/places.ts'
import { GROUPS, type Group } from '../rules/pipeline.ts'

type Row = OutputOf<typeof pipeline>['rows'][number]

/** Here something is still to come from the other side. */
const WAITING: readonly Group[] = ['signUp', 'bid', 'opening']

/** Of each heading, before the rest is asked for. */
const SHOWN = 5

/** What the company takes part in, by where it stands. */
export function Pipeline() {
  return (
    <CallAnswer of={pipeline}>
      {({ rows, isPartial }) => (
        <>
          <Partial isPartial={isPartial} />
          {rows.length === 0 && (
            <EmptyState
              title="没有参与中的项目"
              hint="报名之后，项目的进展和下一步列在这里"
              action={<Link to={COCKPIT}>{tr('看看相符的项目')}</Link>}
            />
          )}
          {(Object.keys(GROUPS) as Group[]).map((group) => {
            const own = rows.filter((row) => row.group === group)
            return own.length > 0 && <Stage key={group} group={group} rows={own} />
          })}
        </>
      )}
    </CallAnswer>
  )
}

/** One heading with what stands there. */
function Stage({ group, rows }: { group: Group; rows: Row[] }) {
  const label = GROUPS[group]
  return (
    <section aria-label={label} className="kb-below-24">
      <h2 className="kb-title-15 kb-below-8">
        {tr(label)} <span className="kb-muted kb-regular">{rows.length}</span>
      </h2>
      <FewRows rows={rows} most={SHOWN} name={`pipeline.${group}`}>
        {(shown) => <Table rows={shown} label={label} />}
      </FewRows>
    </section>
  )
}

/** Said where a feature could not tell what waits. */
export function Partial({ isPartial }: { isPartial: boolean }) {
  if (!isPartial) return null
  return <Alert className="kb-below-12" type="warning" title={tr('部分内容暂时无法加载，请稍后刷新')} />
}

function Table({ rows, label }: { rows: readonly Row[]; label: string }) {
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={(row) => row.orderId}
      columns={[
        {
          key: 'title',
          title: '项目',
          isHead: true,
          render: (row) => (
            <MainCell code={row.code} title={row.title} to={row.link} extra={<span>{row.purchaserName}</span>} />
          ),
        },
        { key: 'method', title: '采购方式', width: 110, value: (row) => PurchaseMethod.label(row.method) },
        { key: 'stage', title: '阶段', width: 110, value: (row) => row.stage },
        {
          key: 'own',
          title: '本单位',
          width: 130,
          render: (row) => (row.own ? <StatusTag {...row.own} /> : '-'),
        },
        {
          key: 'next',
          title: '下一期限',
          width: 190,
          render: (row) =>
            row.nextAt ? (
              <span className="kb-stack">
                <span>{row.nextLabel}</span>
                <small className="kb-muted">
                  <TimeText at={row.nextAt} />
                </small>
              </span>
            ) : (
              '-'
            ),
        },
        {
          key: 'act',
          title: '下一步',
          width: 150,
          render: (row) =>
            row.act ? (
              <Link to={row.act.link}>{tr(row.act.label)}</Link>
            ) : (
              <span className="kb-muted">{tr(WAITING.includes(row.group) ? '等待' : '-')}</span>
            ),
        },
      ]}
    />
  )
}
