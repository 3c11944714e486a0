import { ListScreen } from '#web/kit/list-screen.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { entryPage } from '../contract/entry.ts'
import { ownPlace } from '../rules/places.ts'
import { AGREEMENT_STATES, ENTRY_STATES } from '../rules/status.ts'
import { KINDS } from '../rules/words.ts'
import { entryTag, tabsOf } from './words.ts'

const { drafted: _drafted, ...SEEN } = ENTRY_STATES

/** Agreements that were offered to the own company. */
export function Screen() {
  return (
    <ListScreen
      title="框架协议"
      endpoint={entryPage}
      rowKey={(row) => row.entryId}
      exportAs="框架协议"
      tabs={{ param: 'state', tabs: tabsOf(SEEN) }}
      filters={[{ kind: 'text', name: 'keyword', label: '协议名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '协议',
          value: (row) => row.title,
          render: (row) => (
            <MainCell code={row.code} title={row.title} to={ownPlace(row.entryId)} extra={KINDS[row.kind]} />
          ),
        },
        { key: 'purchaser', title: '采购人', width: 200, value: (row) => row.purchaserName },
        { key: 'term', title: '有效期', width: 220, value: (row) => `${row.from} 至 ${row.until}` },
        { key: 'ordered', title: '已接订单（元）', kind: 'amount', width: 140, value: (row) => row.ordered },
        { key: 'accepted', title: '已验收（元）', kind: 'amount', width: 130, value: (row) => row.accepted },
        { key: 'agreement', title: '协议状态', width: 120, value: (row) => AGREEMENT_STATES[row.agreementState] },
        {
          key: 'state',
          title: '本单位',
          width: 130,
          value: (row) => entryTag(row.state).label,
          render: (row) => <NotedTag {...entryTag(row.state)} notes={row.hasAdjustment ? ['调价待答复'] : []} />,
        },
      ]}
      rowActions={(row) => [{ label: row.state === 'offered' ? '阅读并确认' : '查看', to: ownPlace(row.entryId) }]}
      empty={{ title: '还没有框架协议', hint: '采购人提交的框架协议在这里确认，订单在“订单协同”中处理' }}
    />
  )
}
