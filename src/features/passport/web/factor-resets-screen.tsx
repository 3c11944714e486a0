import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { askReset, resets } from '../contract-factors.ts'
import { FormError } from './form-error.tsx'

const STATUS = {
  waiting: { label: '待生效', tone: 'warning' },
  done: { label: '已重置', tone: 'success' },
  stopped: { label: '本人已停止', tone: 'neutral' },
} as const

/** Lost second factors of others: removed with a reason, a day after the person was told. */
export function Screen() {
  const query = useCall(resets)
  return (
    <>
      <PageHead
        title="双重验证重置"
        facts={['用于手机或密钥与恢复码均已遗失的人员；本人收到通知，24 小时后生效，其间可以停止']}
      />
      <AskReset />
      <WhenLoaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="没有重置记录" hint="重置申请及结果在这里列出" />
          ) : (
            <DataTable
              label="重置记录"
              rows={rows}
              rowKey={(row) => row.resetId}
              columns={[
                { key: 'name', title: '人员', width: 180, value: (row) => `${row.name}（${row.account}）` },
                { key: 'reason', title: '原因', value: (row) => row.reason },
                { key: 'asked', title: '申请时间', kind: 'time', width: 150, value: (row) => row.askedAt },
                { key: 'due', title: '生效时间', kind: 'time', width: 150, value: (row) => row.dueAt },
                {
                  key: 'status',
                  title: '状态',
                  width: 110,
                  render: (row) => <StatusTag {...STATUS[row.status]} />,
                },
              ]}
            />
          )
        }
      </WhenLoaded>
    </>
  )
}

function AskReset() {
  const [form] = Form.useForm<{ account: string; reason: string }>()
  const [problem, setProblem] = useState('')
  const ask = useAction(askReset, { success: '已申请，本人已收到通知', quiet: true })
  const send = async (body: { account: string; reason: string }) => {
    setProblem('')
    const outcome = await ask.run({ body })
    if (outcome.ok) form.resetFields()
    else setProblem(outcome.error.message)
  }
  return (
    <Form form={form} className="kb-narrow" layout="vertical" onFinish={(values) => void send(values)}>
      <Form.Item
        name="account"
        label="账号或手机号码"
        rules={[{ required: true, whitespace: true, message: '请输入账号或手机号码' }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="reason"
        label="原因及核实身份的方式"
        rules={[{ required: true, whitespace: true, min: 2, message: '请填写原因及核实身份的方式' }]}
      >
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <FormError text={problem} />
      <Form.Item>
        <Button type="primary" htmlType="submit" loading={ask.busy}>
          申请重置
        </Button>
      </Form.Item>
    </Form>
  )
}
