import { FAMILY_NAMES, METHODS, methodFor } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { runName } from '#features/procurement/methods/say.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { orderPage } from '#features/procurement/contract/order.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell, TimeText } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'

const FAMILIES = FAMILY_NAMES.map((name) => ({
  value: name,
  label: METHODS.find(({ family }) => family.name === name)!.family.list,
}))

/** Orders of the own company, of every method, with where they stand; an order itself is read on its own page. */
export function Screen() {
  const { workbench } = useSession()
  const side = workbench === 'agency' ? 'agency' : 'purchaser'
  const orderAt = (row: { orderId: string; method: number }) =>
    placeOf({ id: row.orderId, method: row.method }, 'publish.detail', side)
  return (
    <ListScreen
      title="招标清单"
      endpoint={orderPage}
      rowKey={(row) => row.orderId}
      exportAs="招标清单"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          { value: 'running', label: '进行中' },
          { value: 'review', label: '评审中' },
          { value: 'publicity', label: '公示中' },
          { value: 'done', label: '已完成' },
          { value: 'abortive', label: '已终止' },
        ],
      }}
      filters={[
        { kind: 'text', name: 'keyword', label: '采购名称或编号' },
        { kind: 'select', name: 'family', label: '采购类别', options: FAMILIES },
      ]}
      columns={[
        {
          key: 'title',
          title: '采购项目',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={orderAt(row)} />,
        },
        { key: 'method', title: '采购方式', width: 130, value: (row) => runName(methodFor(row)) },
        {
          key: 'purchaser',
          title: '采购人',
          width: 180,
          hidden: side === 'purchaser',
          value: (row) => row.purchaserName,
        },
        {
          key: 'stage',
          title: '阶段',
          width: 120,
          value: (row) => row.stage,
          render: (row) => <StatusTag label={row.stage} tone={toneOf(row)} />,
        },
        {
          key: 'next',
          title: '最近期限',
          width: 170,
          kind: 'time',
          value: (row) => row.nextAt,
          render: (row) =>
            row.nextAt && (
              <>
                {row.nextLabel} <TimeText at={row.nextAt} />
              </>
            ),
        },
        { key: 'owner', title: '经办人', width: 90, value: (row) => row.ownerName },
      ]}
      rowActions={(row) => [{ label: '查看', to: orderAt(row) }]}
      empty={{ title: '还没有招标采购', hint: '本单位发布的各类采购在这里列出，并显示所处阶段' }}
    />
  )
}

function toneOf({ state, isAbortive }: OutputOf<typeof orderPage>['rows'][number]): Tone {
  if (isAbortive) return 'danger'
  if (state === 'publish.draft' || state === 'archive.done') return 'neutral'
  return state === 'winner.fixed' ? 'success' : 'active'
}
