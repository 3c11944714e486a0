import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { supplierCategories, supplierPage } from '../contract/library.ts'
import { GRADES } from '../rules/grades.ts'
import { PLACES } from '../rules/places.ts'
import { ORIGINS, SUPPLIER_STATES } from '../rules/states.ts'
import { SharedList } from './shared-list.tsx'
import { useKeeper } from './use-keeper.ts'
import { certificateTag, GRADE_TONES, listTag, optionsOf, supplierTag, tabsOf, termText } from './words.ts'

const PARTS = [
  { value: '', label: '本单位供应商' },
  { value: 'shared', label: '共享给本单位' },
]

/** What is empty leaves the cards of a phone. */
const NONE = '-'

/** The own library, and what other purchasers show of theirs. */
export function Screen() {
  const [search] = useSearchParams()
  const parts = <PageTabs label="供应商库" parts={PARTS} />
  return search.get('part') === 'shared' ? <SharedList tabs={parts} /> : <OwnList tabs={parts} />
}

function OwnList({ tabs }: { tabs: ReactNode }) {
  const categories = useCall(supplierCategories, {})
  const isKeeper = useKeeper()
  return (
    <ListScreen
      title="供应商库"
      endpoint={supplierPage}
      rowKey={(row) => row.supplierId}
      exportAs="供应商库"
      tabs={{ param: 'state', tabs: tabsOf(SUPPLIER_STATES) }}
      filters={[
        { kind: 'text', name: 'keyword', label: '名称或信用代码' },
        {
          kind: 'select',
          name: 'category',
          label: '供应品类',
          options: (categories.data ?? []).map((value) => ({ value, label: value })),
        },
        {
          kind: 'select',
          name: 'grade',
          label: '等级',
          options: GRADES.map((value) => ({ value, label: `${value} 级` })),
        },
        {
          kind: 'select',
          name: 'listed',
          label: '名单',
          options: [
            { value: 'black', label: '在黑名单' },
            { value: 'untrust', label: '有失信信息' },
            { value: 'red', label: '在红名单' },
            { value: 'none', label: '无不良名单' },
          ],
        },
        {
          kind: 'select',
          name: 'certificates',
          label: '资质',
          more: true,
          options: [
            { value: 'expired', label: '有过期资质' },
            { value: 'expiring', label: '有即将到期资质' },
          ],
        },
        { kind: 'select', name: 'origin', label: '入库方式', more: true, options: optionsOf(ORIGINS) },
      ]}
      columns={[
        {
          key: 'name',
          title: '供应商',
          value: (row) => row.name,
          render: (row) => <MainCell code={row.creditCode} title={row.name} to={PLACES.detail(row.supplierId)} />,
        },
        { key: 'code', title: '统一社会信用代码', width: 180, hidden: true, value: (row) => row.creditCode },
        { key: 'categories', title: '供应品类', width: 180, value: (row) => row.categories.join('、') },
        {
          key: 'grade',
          title: '等级',
          width: 70,
          value: (row) => row.grade ?? '',
          render: (row) => (row.grade ? <StatusTag label={row.grade} tone={GRADE_TONES[row.grade]} /> : NONE),
        },
        {
          key: 'lists',
          title: '名单',
          width: 110,
          value: (row) => row.lists.map((list) => listTag(list).label).join('、'),
          render: (row) =>
            row.lists.length === 0 ? (
              NONE
            ) : (
              <span className="kb-flex kb-gap-4 kb-wrap">
                {row.lists.map((list) => (
                  <StatusTag key={list} {...listTag(list)} />
                ))}
              </span>
            ),
        },
        {
          key: 'certificates',
          title: '资质',
          width: 110,
          value: ({ certificates }) =>
            certificates.expired > 0 ? '已过期' : certificates.expiring > 0 ? '即将到期' : '',
          render: ({ certificates: { expired, expiring } }) =>
            expired > 0 ? (
              <StatusTag {...certificateTag('expired')} />
            ) : expiring > 0 ? (
              <StatusTag {...certificateTag('expiring')} />
            ) : (
              NONE
            ),
        },
        { key: 'term', title: '合格有效期', width: 200, value: (row) => termText(row.validFrom, row.validUntil) },
        { key: 'origin', title: '入库方式', width: 100, hidden: true, value: (row) => ORIGINS[row.origin] },
        {
          key: 'state',
          title: '状态',
          width: 90,
          value: (row) => supplierTag(row.state).label,
          render: (row) => <StatusTag {...supplierTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [
        { label: '查看', to: PLACES.detail(row.supplierId) },
        { label: '共享记录', to: PLACES.shares(row.supplierId) },
      ]}
      {...(isKeeper && { primary: { label: '登记供应商', to: PLACES.onboardingForm('direct') } })}
      empty={{ title: '供应商库还没有供应商', hint: '可直接登记、由同事推荐，或通过供应商征集入库' }}
    >
      {tabs}
    </ListScreen>
  )
}
