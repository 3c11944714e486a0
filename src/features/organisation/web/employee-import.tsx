import { call } from '#web/call.ts'
import { useSheetImport } from '#web/kit/use-sheet-import.tsx'
import { importEmployees } from '../contract/employees.ts'

/** Reads employees from a spreadsheet. */
export function useEmployeeImport() {
  return useSheetImport({
    label: '选择员工文件',
    send: (body) => call(importEmployees, { body: body as unknown as Record<string, never> }),
    done: (count) => `已导入 ${count} 名员工`,
  })
}
