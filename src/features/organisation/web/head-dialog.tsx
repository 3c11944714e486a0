import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type Department, setDepartmentHead } from '../contract/departments.ts'
import { managePage } from '../contract/employees.ts'

/** Asks who heads a department; emptied, it has no head. */
export function useHeadDialog(): (row: Department) => void {
  const set = useAction(setDepartmentHead, { success: '负责人已设置' })
  return (row) =>
    openDialog<string | null>({
      title: `设置负责人：${row.name}`,
      content: (state) => <HeadSelect row={row} onChange={state.set} />,
      // Closed as it was opened, nothing changes.
      run: async (employeeId = row.headEmployeeId) =>
        employeeId === row.headEmployeeId || (await set.run({ params: { id: row.deptId }, body: { employeeId } })).ok,
    })
}

const PAUSE_MS = 300

function HeadSelect({ row, onChange }: { row: Department; onChange: (employeeId: string | null) => void }) {
  const { headEmployeeId, headName } = row
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = { status: 1, pageSize: 50, ...(keyword ? { keyword } : {}) }
  const found = useCall(managePage, { query }, { keep: true })
  const options = (found.data?.rows ?? []).map((one) => ({
    value: one.employeeId,
    label: one.deptName ? `${one.name}（${one.deptName}）` : one.name,
  }))
  // Who heads it now may stand on a later page.
  if (headEmployeeId && keyword === '' && !options.some((one) => one.value === headEmployeeId))
    options.unshift({ value: headEmployeeId, label: headName })
  return (
    <>
      <label htmlFor="dept-head">负责人</label>
      <Select
        id="dept-head"
        className="kb-wide"
        allowClear
        placeholder="输入姓名、手机号码或后四位查找"
        // The server has filtered.
        showSearch={{ filterOption: false, onSearch: setTyped }}
        notFoundContent={found.isFetching ? '查找中…' : '没有符合条件的在用员工'}
        options={options}
        defaultValue={headEmployeeId}
        onChange={(employeeId: string | undefined) => onChange(employeeId ?? null)}
      />
      <p className="kb-note kb-above-12">审批流程中的“部门负责人”由其审批；留空则由企业管理员代为审批</p>
    </>
  )
}
