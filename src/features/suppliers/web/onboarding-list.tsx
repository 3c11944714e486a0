import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { onboardingPage } from '../contract/onboarding.ts'
import { ONBOARDING_STATES, type Way, WAYS } from '../rules/onboarding.ts'
import { PLACES } from '../rules/places.ts'
import { useKeeper, useProposer } from './use-keeper.ts'
import { onboardingTag, tabsOf, termText } from './words.ts'

const WORDS: Record<Way, { create: string; empty: string; hint: string }> = {
  recommend: {
    create: '推荐供应商',
    empty: '还没有推荐',
    hint: '把合作良好的企业推荐给供应商管理人员，审核通过后进入供应商库',
  },
  direct: { create: '登记供应商', empty: '还没有直接入库的供应商', hint: '由供应商管理人员登记，需要审批的按流程审批' },
}

/** Proposals of one way into the library. */
export function Screen({ way }: { way: Way }) {
  const mayRecommend = useProposer()
  const isKeeper = useKeeper()
  const mayWrite = way === 'recommend' ? mayRecommend : isKeeper
  const words = WORDS[way]
  return (
    <ListScreen
      title={WAYS[way]}
      endpoint={onboardingPage}
      fixed={{ query: { way } }}
      rowKey={(row) => row.onboardingId}
      exportAs={WAYS[way]}
      tabs={{ param: 'state', tabs: tabsOf(ONBOARDING_STATES) }}
      filters={[{ kind: 'text', name: 'keyword', label: '名称或信用代码' }]}
      columns={[
        {
          key: 'name',
          title: '供应商',
          value: (row) => row.name,
          render: (row) => (
            <MainCell code={row.creditCode} title={row.name} to={PLACES.onboarding(way, row.onboardingId)} />
          ),
        },
        { key: 'categories', title: '供应品类', width: 200, value: (row) => row.categories.join('、') },
        { key: 'term', title: '有效期', width: 200, value: (row) => termText(row.validFrom, row.validUntil) },
        { key: 'by', title: way === 'recommend' ? '推荐人' : '经办人', width: 100, value: (row) => row.createdByName },
        { key: 'at', title: '创建时间', kind: 'time', width: 130, value: (row) => row.createdAt },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => (row.pendingApproval ? '审批中' : onboardingTag(row.state).label),
          render: (row) =>
            row.pendingApproval ? (
              <StatusTag label="审批中" tone="active" />
            ) : (
              <StatusTag {...onboardingTag(row.state)} />
            ),
        },
      ]}
      rowActions={(row) => [
        mayWrite &&
          row.state === 'draft' &&
          !row.pendingApproval && { label: '编辑', to: PLACES.onboardingForm(way, row.onboardingId) },
        { label: '查看', to: PLACES.onboarding(way, row.onboardingId) },
      ]}
      {...(mayWrite && { primary: { label: words.create, to: PLACES.onboardingForm(way) } })}
      empty={{ title: words.empty, hint: words.hint }}
    />
  )
}
