import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { addNotice, endNotice, notices } from '../contract/bill.ts'

/** What suppliers who owe a service fee are told: dated notices of the platform. */
export function Screen() {
  const query = useCall(notices, {}, { fresh: 0 })
  const [adding, setAdding] = useState(false)
  const end = useAction(endNotice, { success: '提示已结束' })
  const stop = async (noticeId: string) => {
    if (await ask({ title: '结束该提示？' })) await end.run({ params: { noticeId } })
  }
  return (
    <DetailScreen query={query}>
      {(rows) => ({
        title: '缴费提示',
        facts: ['供应商有待支付的服务费时，登录后以“友情提示”显示'],
        extra: <PrimaryButton label="发布提示" onClick={() => setAdding(true)} />,
        notice: adding && (
          <ActionDialog
            title="发布缴费提示"
            endpoint={addNotice}
            fields={[
              { kind: 'area', name: 'content', label: '内容', required: true, maxLength: 1000, rows: 5 },
              { kind: 'instant', name: 'from', label: '开始时间', required: true },
              { kind: 'instant', name: 'until', label: '结束时间（不填为长期）' },
            ]}
            input={(values: { content: string; from: string; until?: string }) => ({ body: values })}
            success="提示已发布"
            onClose={() => setAdding(false)}
          />
        ),
        sections: [
          {
            key: 'notices',
            title: '提示',
            content:
              rows.length === 0 ? (
                <EmptyState title="还没有缴费提示" hint="没有提示时，只列出待支付的服务费" />
              ) : (
                <DataTable
                  label="缴费提示"
                  rows={rows}
                  rowKey={(row) => row.noticeId}
                  columns={[
                    { key: 'content', title: '内容', value: (row) => row.content },
                    { key: 'from', title: '开始', kind: 'time', width: 150, value: (row) => row.from },
                    {
                      key: 'until',
                      title: '结束',
                      width: 150,
                      value: (row) => (row.until ? formatTime(row.until) : '长期'),
                    },
                    {
                      key: 'state',
                      title: '状态',
                      width: 100,
                      render: (row) => (
                        <StatusTag
                          label={row.isInForce ? '显示中' : row.mayEnd ? '未显示' : '已结束'}
                          tone={row.isInForce ? 'success' : 'neutral'}
                        />
                      ),
                    },
                    { key: 'by', title: '发布人', width: 110, value: (row) => row.createdByName },
                  ]}
                  renderEnd={(row) =>
                    row.mayEnd && (
                      <Button type="link" size="small" onClick={() => void stop(row.noticeId)}>
                        结束
                      </Button>
                    )
                  }
                />
              ),
          },
        ],
      })}
    </DetailScreen>
  )
}
