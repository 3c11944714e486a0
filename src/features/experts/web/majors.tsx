import { Button, Input } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type MajorRow, majorTree, putMajor } from '../contract.ts'
import './experts.css'

/** The classification of majors, kept by the platform. */
export function Screen() {
  const tree = useCall(majorTree)
  const put = useAction(putMajor, { success: '已保存' })
  const [find, setFind] = useState('')
  const askName = (title: string, of: { code?: string; name?: string; isEnabled?: boolean }) =>
    openDialog<{ code: string; name: string }>({
      title,
      content: (state) => <Fields of={of} onChange={state.set} />,
      run: async (given) => {
        const { code = of.code ?? '', name = of.name ?? '' } = given ?? {}
        if (code !== '' && name.trim() !== '')
          return (await put.run({ params: { code }, body: { name, isEnabled: of.isEnabled ?? true } })).ok
        toast.warning('请填写编码和名称')
        return false
      },
    })
  const turn = (row: MajorRow) =>
    void put.run({ params: { code: row.code }, body: { name: row.name, isEnabled: !row.isEnabled } })
  return (
    <WhenLoaded query={tree}>
      {(rows) => (
        <>
          <PageHead
            title="专业分类"
            back={{ label: '专家库', to: '/expert/manage' }}
            facts={['停用的专业不能再选用，已有专家保留']}
            actions={
              <Button type="primary" onClick={() => askName('新增专业', {})}>
                新增专业
              </Button>
            }
          />
          <div className="kb-filters kb-flex kb-gap-8 kb-wrap kb-below-12">
            <Input
              className="kb-filter-text"
              aria-label="编码或名称"
              placeholder="编码或名称"
              allowClear
              onChange={(event) => setFind(event.target.value.trim())}
            />
          </div>
          <DataTable
            label="专业分类"
            rows={rows.filter((row) => row.code.startsWith(find.toUpperCase()) || row.name.includes(find))}
            rowKey={(row) => row.code}
            columns={[
              { key: 'code', title: '编码', width: 120, value: (row) => row.code },
              {
                key: 'name',
                title: '名称',
                value: (row) => row.name,
                render: (row) => <span className={`ex-level-${levelOf(row)}`}>{row.name}</span>,
              },
              {
                key: 'state',
                title: '状态',
                width: 100,
                value: (row) => (row.isEnabled ? '启用' : '停用'),
                render: (row) => (
                  <StatusTag label={row.isEnabled ? '启用' : '停用'} tone={row.isEnabled ? 'success' : 'neutral'} />
                ),
              },
            ]}
            renderEnd={(row) => (
              <span className="kb-inline">
                <Button type="link" size="small" onClick={() => askName(`修改 ${row.code}`, row)}>
                  改名
                </Button>
                <Button type="link" size="small" danger={row.isEnabled} onClick={() => turn(row)}>
                  {row.isEnabled ? '停用' : '启用'}
                </Button>
              </span>
            )}
          />
        </>
      )}
    </WhenLoaded>
  )
}

function Fields({
  of,
  onChange,
}: {
  of: { code?: string; name?: string }
  onChange: (value: { code: string; name: string }) => void
}) {
  const [value, setValue] = useState({ code: of.code ?? '', name: of.name ?? '' })
  const change = (part: Partial<typeof value>) => {
    const next = { ...value, ...part }
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <label htmlFor="major-code">编码（一位大写字母，其后每级两位数字）</label>
      <Input
        id="major-code"
        value={value.code}
        maxLength={7}
        disabled={of.code !== undefined}
        onChange={(event) => change({ code: event.target.value.toUpperCase() })}
      />
      <label htmlFor="major-name">名称</label>
      <Input
        id="major-name"
        value={value.name}
        maxLength={60}
        onChange={(event) => change({ name: event.target.value })}
      />
    </>
  )
}

function levelOf({ code }: MajorRow): number {
  return code.length === 1 ? 0 : (code.length - 1) / 2
}
