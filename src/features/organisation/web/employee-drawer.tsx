import { Alert, Drawer, Form } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import type { Department } from '../contract/departments.ts'
import { createEmployee, employeeDetail, type employeeOptions, updateEmployee } from '../contract/employees.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { RightsPicker } from './rights-picker.tsx'
import { optionsOf } from './dept-options.ts'

type Options = OutputOf<typeof employeeOptions>

interface EmployeeDrawerProps {
  /** A new one when left out. */
  employeeId?: string
  options: Options
  departments: readonly Department[]
  /** Where a new one begins. */
  deptId: string | null
  onClose: () => void
}

interface Values {
  name: string
  mobile: string
  email?: string
  deptId?: string | null
  isSigner?: boolean
  roleIds?: string[]
  rights?: string[]
}

/** Adding or changing an employee beside the list. */
export function EmployeeDrawer(props: EmployeeDrawerProps) {
  return props.employeeId ? <Editing {...props} employeeId={props.employeeId} /> : <Adding {...props} />
}

function Adding({ options, departments, deptId, onClose }: EmployeeDrawerProps) {
  const add = useAction(createEmployee, {
    success: '已邀请，对方接受后成为本企业员工',
  })
  return (
    <FormDrawer<Values>
      title="新增员工"
      label="发送邀请"
      schema={createEmployee.body}
      initial={{ deptId, rights: [], roleIds: [] }}
      fields={fieldsOf(options, departments, true)}
      run={({ name, mobile, ...rest }) => add.run({ body: { name, mobile, ...bodyOf(rest) } })}
      onClose={onClose}
    >
      <Alert
        className="kb-below-16"
        type="info"
        showIcon
        title={
          options.defaultPassword
            ? `对方接受邀请后成为员工。还没有账号的，可用短信验证码或初始密码 ${options.defaultPassword} 登录，首次登录须修改密码；已有账号的沿用原密码`
            : '对方以短信验证码或已有密码登录，接受邀请后成为员工'
        }
      />
    </FormDrawer>
  )
}

function Editing({ employeeId, options, departments, onClose }: EmployeeDrawerProps & { employeeId: string }) {
  const params = { employeeId }
  const query = useCall(employeeDetail, { params }, { fresh: 0 })
  const update = useAction(updateEmployee, {
    success: '已保存，权限立即生效',
  })
  if (!query.data)
    return (
      <Drawer open title="编辑员工" size={640} onClose={onClose}>
        {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={8} />}
      </Drawer>
    )
  const { name, mobile, email, deptId, isSigner, roles, directRights, isAdmin } = query.data
  return (
    <FormDrawer<Values>
      title={`编辑员工：${name}`}
      label="保存"
      schema={updateEmployee.body}
      initial={{ name, mobile, email, deptId, isSigner, roleIds: roles.map((r) => r.roleId), rights: directRights }}
      fields={fieldsOf(options, departments, false)}
      run={(values) => update.run({ params, body: { name: values.name, ...bodyOf(values) } })}
      onClose={onClose}
    >
      {isAdmin && (
        <Alert className="kb-below-16" type="info" showIcon title="企业管理员另有“企业管理”权限，随管理员身份移交" />
      )}
    </FormDrawer>
  )
}

function fieldsOf(options: Options, departments: readonly Department[], isNew: boolean): Field[] {
  return [
    { kind: 'text', name: 'name', label: '姓名', required: true, maxLength: 40 },
    {
      kind: 'text',
      name: 'mobile',
      label: '手机号码',
      required: isNew,
      disabled: !isNew,
      type: 'tel',
      maxLength: 11,
      help: isNew ? '邀请以短信发送至该号码' : '手机号码由员工本人在个人中心更换',
    },
    { kind: 'text', name: 'email', label: '邮箱', type: 'email', maxLength: 100 },
    { kind: 'select', name: 'deptId', label: '部门', searchable: true, options: optionsOf(departments) },
    { kind: 'switch', name: 'isSigner', label: '签字人', help: '可代表企业签署文件，获得签署任务' },
    {
      kind: 'select',
      name: 'roleIds',
      label: '角色',
      multiple: true,
      options: options.roles.map((role) => ({ value: role.roleId, label: role.name })),
      help: options.roles.length === 0 ? '还没有角色，可在“角色与权限”中新增' : undefined,
    },
    {
      kind: 'custom',
      name: 'rights',
      label: '权限',
      wide: true,
      help: '直接授予的权限；角色的权限随角色变化',
      control: <Rights options={options} />,
    },
  ]
}

/** The picker knows which rights the chosen roles bring along. */
function Rights({
  options,
  ...control
}: {
  options: Options
  value?: string[]
  onChange?: (rights: string[]) => void
}) {
  const form = Form.useFormInstance()
  const roleIds = (Form.useWatch('roleIds', form) as string[] | undefined) ?? []
  const granted = new Set(options.roles.filter((role) => roleIds.includes(role.roleId)).flatMap((role) => role.rights))
  return <RightsPicker offered={options.workbenches} granted={granted} {...control} />
}

function bodyOf({
  email = '',
  deptId = null,
  isSigner = false,
  roleIds = [],
  rights = [],
}: Omit<Values, 'name' | 'mobile'>) {
  return { email: email.trim(), deptId: deptId ?? null, isSigner, roleIds, rights }
}
