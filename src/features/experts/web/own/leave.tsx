import { Button, Form, Input } from 'antd'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { DayInput } from '#web/kit/instant-input.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { addLeave, dropLeave, ownLeaves } from '../../contract-audit.ts'

interface Values {
  firstDay: string
  lastDay: string
  reason?: string
}

/** Days on which the expert is not drawn. */
export function Screen() {
  const [form] = Form.useForm<Values>()
  const query = useCall(ownLeaves)
  const add = useAction(addLeave, { success: '已登记', onDone: () => form.resetFields() })
  const drop = useAction(dropLeave, { success: '已取消' })
  return (
    <>
      <PageHead title="请假" facts={['请假期间的评审不会抽取到您，已接受的邀请不受影响']} />
      <section className="kb-section" aria-label="登记请假">
        <Form<Values>
          form={form}
          layout="vertical"
          onFinish={({ firstDay, lastDay, reason }) =>
            void add.run({ body: { firstDay, lastDay, reason: reason ?? '' } })
          }
        >
          <div className="kb-form-grid">
            <Form.Item name="firstDay" label="开始日期" rules={[{ required: true, message: '请选择开始日期' }]}>
              <DayInput />
            </Form.Item>
            <Form.Item name="lastDay" label="结束日期" rules={[{ required: true, message: '请选择结束日期' }]}>
              <DayInput />
            </Form.Item>
            <Form.Item name="reason" label="原因">
              <Input maxLength={200} placeholder="选填" />
            </Form.Item>
          </div>
          <Button type="primary" htmlType="submit" loading={add.busy}>
            登记请假
          </Button>
        </Form>
      </section>
      <WhenLoaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="没有请假" hint="登记后，请假期间的评审不再抽取您" />
          ) : (
            <DataTable
              label="请假记录"
              rows={rows}
              rowKey={(row) => row.leaveId}
              columns={[
                { key: 'first', title: '开始日期', width: 130, value: (row) => row.firstDay },
                { key: 'last', title: '结束日期', width: 130, value: (row) => row.lastDay },
                { key: 'reason', title: '原因', value: (row) => row.reason },
                { key: 'state', title: '状态', width: 100, value: (row) => (row.isOver ? '已结束' : '有效') },
              ]}
              renderEnd={(row) =>
                !row.isOver && (
                  <Button
                    type="link"
                    size="small"
                    danger
                    onClick={() => void drop.run({ params: { leaveId: row.leaveId } })}
                  >
                    取消
                  </Button>
                )
              }
            />
          )
        }
      </WhenLoaded>
    </>
  )
}
