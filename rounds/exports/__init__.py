"""导出 dǎo chū: what is taken home: tables for a spreadsheet, a workbook, and JSON that can be taken in again."""
