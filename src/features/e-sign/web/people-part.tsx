import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useKept } from '#web/kept.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { employeePage, openEmployee, revokeEmployee } from '../contract/people.ts'
import { personTag } from './words.ts'

const PAGE = 20

/** People of the company, for its administrator: who signs, who is asked, who may be asked. */
export function PeoplePart() {
  const [pageNo, setPage] = useKept('e-sign.people', 1)
  const query = useCall(employeePage, { query: { pageNo, pageSize: PAGE } }, { keep: true })
  const ask = useAction(openEmployee, { success: '已邀请，待本人确认' })
  const revoke = useAction(revokeEmployee, { success: '已完成' })
  return (
    <section className="kb-section kb-above-20" aria-label="签署人">
      <h2>签署人</h2>
      <p className="kb-note">
        邀请后由员工本人以短信验证码确认，任何人不能代为开通。撤销或离职后，未签的任务转给管理员
      </p>
      <WhenLoaded query={query}>
        {({ rows, total }) => (
          <>
            <DataTable
              label="签署人"
              rows={rows}
              rowKey={(row) => row.employeeId}
              columns={[
                {
                  key: 'name',
                  title: '姓名',
                  isHead: true,
                  value: (row) => `${row.name}${row.isSelf ? '（本人）' : ''}${row.isAdmin ? '，管理员' : ''}`,
                },
                { key: 'mobile', title: '手机号', width: 130, value: (row) => row.mobile },
                {
                  key: 'status',
                  title: '状态',
                  width: 110,
                  render: (row) => <StatusTag {...personTag(row.status)} />,
                },
                { key: 'identity', title: '身份证号', width: 190, value: (row) => row.identity },
                {
                  key: 'at',
                  title: '时间',
                  width: 200,
                  value: (row) =>
                    row.openedAt
                      ? `${formatTime(row.openedAt)} 开通`
                      : row.askedAt
                        ? `${formatTime(row.askedAt)} 邀请`
                        : '',
                },
              ]}
              renderEnd={(row) =>
                row.isSelf ? null : (
                  <ActionBar
                    size="small"
                    actions={row.actions}
                    onAction={(action) => {
                      const params = { id: row.employeeId }
                      return action === 'ask' ? ask.run({ params, body: {} }) : revoke.run({ params })
                    }}
                  />
                )
              }
            />
            {total > PAGE && (
              <div className="kb-row kb-gap-8 kb-above-12">
                <Button size="small" disabled={pageNo === 1} onClick={() => setPage(pageNo - 1)}>
                  上一页
                </Button>
                <Button size="small" disabled={pageNo * PAGE >= total} onClick={() => setPage(pageNo + 1)}>
                  下一页
                </Button>
              </div>
            )}
          </>
        )}
      </WhenLoaded>
    </section>
  )
}
