import { methodOf, METHODS } from '#features/procurement/methods/all.ts'
import { CATEGORIES } from '#features/procurement/rules/enums.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { supplementPage } from '../contract/supplement.ts'
import { readingPlace, type Side, supplementPlaces } from '../rules/places.ts'
import { BreachTag, MarkNote, MarkTag } from './marks.tsx'
import { optionsOf, SUPPLEMENT_TABS, supplementTag } from './words.ts'

/** Finished purchases that the own company registered, or an agency for it. */
export function Screen({ side }: { side: Side }) {
  const { rights } = useSession()
  const handles = rights.has(side === 'agency' ? 'agencyTendering' : 'tendering')
  const place = supplementPlaces(side)
  return (
    <ListScreen
      title="补录登记"
      endpoint={supplementPage}
      rowKey={(row) => row.supplementId}
      exportAs="补录登记"
      tabs={{ param: 'state', tabs: SUPPLEMENT_TABS }}
      filters={[
        { kind: 'text', name: 'keyword', label: '名称、编号或供应商' },
        {
          kind: 'select',
          name: 'method',
          label: '采购方式',
          options: METHODS.map(({ code, name }) => ({ value: String(code), label: name })),
        },
        { kind: 'select', name: 'category', label: '类别', options: optionsOf(CATEGORIES) },
      ]}
      columns={[
        {
          key: 'title',
          title: '采购',
          value: (row) => `【补录】${row.title}`,
          render: (row) => (
            <MainCell code={row.code} title={row.title} to={readingPlace(side, row)} extra={<MarkTag />} />
          ),
        },
        { key: 'method', title: '采购方式', width: 110, value: (row) => methodOf(row.method).name },
        {
          key: 'other',
          title: side === 'agency' ? '采购人' : '登记单位',
          width: 170,
          value: (row) => (side === 'agency' ? row.purchaserName : row.companyName),
        },
        { key: 'winners', title: '成交供应商', width: 170, value: (row) => row.winners },
        { key: 'deal', title: '成交金额（元）', kind: 'amount', width: 140, value: (row) => row.deal },
        { key: 'awarded', title: '确定供应商', width: 110, value: (row) => row.awardedOn },
        {
          key: 'breaches',
          title: '核对',
          width: 104,
          value: (row) => (row.breaches > 0 ? `${row.breaches} 项不符` : '核对相符'),
          render: (row) => <BreachTag breaches={row.breaches} />,
        },
        { key: 'version', title: '版本', kind: 'number', width: 64, value: (row) => row.version || null },
        {
          key: 'state',
          title: '状态',
          width: 120,
          value: (row) => supplementTag(row).label,
          render: (row) => <StatusTag {...supplementTag(row)} />,
        },
      ]}
      rowActions={(row) => [
        handles && row.isOwn && row.state === 'draft' && { label: '编辑', to: place.edit(row.supplementId) },
        row.isOwn && row.version > 0 && { label: '记录', to: place.record(row.supplementId) },
        { label: '查看', to: readingPlace(side, row) },
      ]}
      {...(handles && { primary: { label: '登记补录', to: place.create } })}
      empty={{ title: '还没有补录', hint: '采购在平台外完成的，在这里事后登记；登记内容不计入平台内采购统计' }}
    >
      <MarkNote />
    </ListScreen>
  )
}
