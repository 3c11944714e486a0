import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { openExport } from '#web/export.ts'
import type { Column } from '#web/kit/data-table.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import type { RowAction } from '#web/kit/list-types.ts'
import { NotedTag, StatusTag } from '#web/kit/status-tag.tsx'
import { useSheetImport } from '#web/kit/use-sheet-import.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { call } from '#web/call.ts'
import { importUntrust, listingPage } from '../contract/listings.ts'
import { type List, LISTING_STATES, MATCHES } from '../rules/listings.ts'
import { PLACES } from '../rules/places.ts'
import { type Listing, useListingActs } from './listing-acts.tsx'
import { ListingDetail, ListingDrawer } from './listing-drawer.tsx'
import { useKeeper } from './use-keeper.ts'
import { listingTag, optionsOf, tabsOf, termText } from './words.ts'

const WORDS: Record<List, { title: string; create: string; empty: string; hint: string }> = {
  black: {
    title: '黑名单',
    create: '列入黑名单',
    empty: '黑名单为空',
    hint: '列入的供应商不能被邀请、报名和抽取，期限届满自动终止；正在进行的采购和合同不受影响',
  },
  red: { title: '红名单', create: '列入红名单', empty: '红名单为空', hint: '表彰合作优秀的供应商，期限届满自动终止' },
  untrust: {
    title: '失信信息',
    create: '',
    empty: '没有失信信息',
    hint: '从公开名单导入；按统一社会信用代码匹配，仅名称一致的须人工核实，核实前不产生效力',
  },
}

/** One list of the own company. */
export function Screen({ kind }: { kind: List }) {
  const isKeeper = useKeeper()
  const [shown, setShown] = useState<Listing | null>(null)
  const [edited, setEdited] = useState<Listing | 'new' | null>(null)
  const act = useListingActs(setEdited)
  const words = WORDS[kind]
  const { button, report } = useImport()
  const isUntrust = kind === 'untrust'
  return (
    <>
      <ListScreen
        title={words.title}
        endpoint={listingPage}
        fixed={{ query: { kind } }}
        rowKey={(row) => row.listingId}
        exportAs={words.title}
        tabs={{ param: 'state', tabs: tabsOf(statesOf(kind)) }}
        filters={[
          { kind: 'text', name: 'keyword', label: '名称或信用代码' },
          ...(isUntrust
            ? [{ kind: 'select' as const, name: 'match' as const, label: '匹配', options: optionsOf(MATCHES) }]
            : []),
        ]}
        secondary={
          <>
            <RecordButtons kind={kind} />
            {isUntrust && isKeeper && (
              <>
                <Button
                  onClick={() => void openExport('/api/workbench/buyer/supplier-listings/untrust/import/template')}
                >
                  下载模板
                </Button>
                {button}
              </>
            )}
          </>
        }
        columns={columnsOf(kind)}
        rowActions={(row) => {
          const asked = row.actions.map((action) => asRowAction(action, () => act(action.action, row)))
          const isFirst = row.actions.some(({ primary }) => primary)
          const show = { label: '详情', onClick: () => setShown(row) }
          return isFirst ? [...asked, show] : [show, ...asked]
        }}
        {...(isKeeper && !isUntrust && { primary: { label: words.create, onClick: () => setEdited('new') } })}
        empty={{ title: words.empty, hint: words.hint }}
      >
        {report}
      </ListScreen>
      {shown && <ListingDetail listing={shown} onClose={() => setShown(null)} />}
      {edited && kind !== 'untrust' && (
        <ListingDrawer kind={kind} {...(edited !== 'new' && { listing: edited })} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

function asRowAction({ label, danger, reason, confirm }: Listing['actions'][number], onClick: () => void): RowAction {
  return {
    label,
    onClick,
    ...(danger && { danger }),
    ...(reason !== undefined && { reason }),
    ...(confirm !== undefined && { confirm }),
  }
}

/** What is imported has no draft. */
function statesOf(kind: List) {
  const { draft, ...others } = LISTING_STATES
  return kind === 'untrust' ? others : { draft, ...others }
}

function columnsOf(kind: List): Column<Listing>[] {
  return [
    {
      key: 'name',
      title: '企业',
      value: (row) => row.name,
      render: (row) => (
        <MainCell
          code={row.creditCode}
          title={row.name}
          {...(row.supplierId && { to: PLACES.detail(row.supplierId) })}
        />
      ),
    },
    { key: 'basis', title: kind === 'untrust' ? '名单' : '依据', width: 220, value: (row) => row.basisLabel },
    { key: 'reason', title: kind === 'red' ? '事迹' : '原因', value: (row) => row.reason },
    { key: 'term', title: '期限', width: 130, value: (row) => termText(row.from, row.until) },
    ...(kind === 'untrust'
      ? [
          {
            key: 'match',
            title: '匹配',
            width: 150,
            value: (row: Listing) => MATCHES[row.match],
            render: (row: Listing) => (
              <StatusTag
                label={MATCHES[row.match]}
                tone={row.match === 'possible' ? 'warning' : row.match === 'other' ? 'neutral' : 'active'}
              />
            ),
          },
          { key: 'source', title: '来源', width: 130, value: (row: Listing) => row.source },
        ]
      : []),
    {
      key: 'state',
      title: '状态',
      width: 120,
      value: (row) => listingTag(row.state, kind, row.match).label,
      render: (row) =>
        row.pendingApproval ? (
          <NotedTag {...listingTag(row.state, kind, row.match)} notes={[`${row.pendingApproval}审批中`]} />
        ) : (
          <StatusTag {...listingTag(row.state, kind, row.match)} />
        ),
    },
  ]
}

function RecordButtons({ kind }: { kind: List }) {
  const navigate = useNavigate()
  return (
    <>
      <Button onClick={() => void navigate(`${PLACES.operateRecord}?kind=${kind}`)}>操作记录</Button>
      {kind !== 'red' && <Button onClick={() => void navigate(PLACES.syncRecord)}>同步记录</Button>}
    </>
  )
}

function useImport() {
  return useSheetImport({
    label: '选择失信信息文件',
    send: (body) => call(importUntrust, { body: body as unknown as Record<string, never> }),
    done: (count) => (count === 0 ? '均为已有记录，没有新增' : `已导入 ${count} 条失信信息`),
  })
}
