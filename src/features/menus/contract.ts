import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** Directory 1, menu 2 (specification part 2 section 3); buttons are no items of these menus. */
const MenuType = z.union([z.literal(1), z.literal(2)])

const CompanyType = z.object({
  /** Enterprise 1, public institution 2, self-employed 3, natural person 4. */
  companyType: z.number().int(),
  /** What the item is called for such a company. */
  menuName: z.string(),
})

const MenuExtra = z.object({
  /** The screen's name. */
  routeName: z.string(),
  /** Grey features that open the item; none: everybody's. */
  grayscale: z.array(z.string()),
  meta: z.object({ title: z.string(), hidden: z.boolean(), isMicro: z.boolean(), microName: z.string() }),
})

/** What of a menu item is drawn; `name` is that for the reader's company. */
export interface ShownItem {
  code: string
  name: string
  path?: string
  icon?: string
  external?: string
  micro?: string
  hidden?: boolean
  children?: ShownItem[]
}

/** An item of the menu, as the specification's menu list has it. */
export interface MenuItem extends ShownItem {
  type: z.output<typeof MenuType>
  /** Rights of which one opens it; empty: nobody needs any. Of a directory those of what is below. */
  roles: string[]
  /** The companies it is for. */
  companyTypes: z.output<typeof CompanyType>[]
  extra: z.output<typeof MenuExtra>
  children?: MenuItem[]
}
export const MenuItem: z.ZodType<MenuItem> = z.lazy(() =>
  z.object({
    type: MenuType,
    roles: z.array(z.string()),
    companyTypes: z.array(CompanyType),
    extra: MenuExtra,
    code: z.string(),
    name: z.string(),
    path: z.string().optional(),
    icon: z.string().optional(),
    external: z.string().optional(),
    micro: z.string().optional(),
    hidden: z.boolean().optional(),
    children: z.array(MenuItem).optional(),
  }),
)

export const menus = endpoint({
  method: 'GET',
  path: '/menus',
  summary: 'Menus of each workbench that the person may see, and addresses that exist but lack a right',
  returns: z.object({
    purchaser: z.array(MenuItem),
    agent: z.array(MenuItem),
    supplier: z.array(MenuItem),
    expert: z.array(MenuItem),
    admin: z.array(MenuItem),
    noRight: z.array(z.string()).describe('addresses of menu items left out for want of a right'),
  }),
})
