import { Button, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { toast } from '#web/feedback.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { companies, greyReleases, saveGreyRelease } from '../../contract/admin.ts'
import { COMPANY_WORKBENCHES, type CompanyWorkbench, WORKBENCH_LABELS } from '../../rules/company-types.ts'
import { MainCell } from '#web/kit/values.tsx'
import { workbenchNames } from '../words.ts'

type Release = OutputOf<typeof greyReleases>[number]
interface Values {
  code: string
  name: string
  workbenches: CompanyWorkbench[]
  companyIds: string[]
}

const NEW: Release = { code: '', name: '', workbenches: [], companies: [] }

/** Grey features: registered here, released company by company. */
export function Screen() {
  const query = useCall(greyReleases, {}, { fresh: 0 })
  const [editing, setEditing] = useState<Release | null>(null)
  return (
    <WhenLoaded query={query}>
      {(rows) => (
        <>
          <PageHead
            title="灰度发布"
            facts={[`${rows.length} 项功能`, '只有列出的企业可以看到相应菜单，调整后立即生效']}
            actions={
              <Button type="primary" onClick={() => setEditing(NEW)}>
                登记灰度功能
              </Button>
            }
          />
          {rows.length === 0 ? (
            <EmptyState title="没有灰度功能" hint="登记功能代码后，可以先向部分企业开放" />
          ) : (
            <DataTable
              label="灰度功能"
              rows={rows}
              rowKey={(r) => r.code}
              columns={[
                { key: 'name', title: '功能', width: 220, render: (r) => <MainCell title={r.name} code={r.code} /> },
                { key: 'workbenches', title: '工作台', width: 200, value: (r) => workbenchNames(r.workbenches) },
                {
                  key: 'companies',
                  title: '已发布的企业',
                  value: (r) => r.companies.map((one) => one.companyName).join('、') || '尚未发布',
                },
              ]}
              renderEnd={(r) => (
                <Button type="link" size="small" onClick={() => setEditing(r)}>
                  调整
                </Button>
              )}
            />
          )}
          {editing && <Editor release={editing} onClose={() => setEditing(null)} />}
        </>
      )}
    </WhenLoaded>
  )
}

function Editor({ release, onClose }: { release: Release; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const [keyword, setKeyword] = useState('')
  const found = useCall(companies, { query: { keyword, pageSize: 20 } }, { keep: true })
  const save = useAction(saveGreyRelease, { success: '灰度发布已更新', refresh: [greyReleases] })
  const known = [
    ...release.companies,
    ...(found.data?.rows ?? []).filter((row) => !release.companies.some((one) => one.companyId === row.companyId)),
  ]
  const send = async () => {
    const values = await form.validateFields().catch(() => null)
    if (!values) return toast.error('表单填写错误，请按照提示填写')
    const { code, ...body } = values
    if ((await save.run({ params: { code }, body: { ...body, companyIds: body.companyIds ?? [] } })).ok) onClose()
  }
  return (
    <FormModal
      open
      title={release.code ? `调整${release.name}` : '登记灰度功能'}
      okText="保存"
      cancelText="取消"
      confirmLoading={save.busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ ...release, companyIds: release.companies.map((one) => one.companyId) }}
      >
        <Form.Item
          name="code"
          label="功能代码"
          extra="与菜单的灰度代码一致"
          rules={[{ required: true, pattern: /^[a-z][A-Za-z0-9]{1,39}$/, message: '字母和数字，以小写字母开头' }]}
        >
          <Input disabled={release.code !== ''} maxLength={40} />
        </Form.Item>
        <Form.Item name="name" label="功能名称" rules={[{ required: true, min: 2, message: '请输入功能名称' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="workbenches" label="工作台" rules={[{ required: true, message: '请选择工作台' }]}>
          <Checkbox.Group options={COMPANY_WORKBENCHES.map((value) => ({ value, label: WORKBENCH_LABELS[value] }))} />
        </Form.Item>
        <Form.Item name="companyIds" label="企业">
          <Select
            mode="multiple"
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            placeholder="输入名称查找"
            options={known.map(({ companyId, companyName }) => ({ value: companyId, label: companyName }))}
          />
        </Form.Item>
      </Form>
    </FormModal>
  )
}
