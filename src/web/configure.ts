import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import * as z from 'zod'
import zhCN from 'zod/v4/locales/zh-CN.js'

/** Chinese dates and Chinese words for what a form does not accept. */
export function configure(): void {
  dayjs.locale('zh-cn')
  z.config(zhCN())
}
