-- Which files are GDL and QPROP, and how a comment is written in them.

-- A `.gdl` file is in either spelling: prefix when its first sign is a parenthesis.
local function spelling(_, buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 200, false)) do
    local text = line:gsub('^\239\187\191', ''):match('^%s*([^;%%%s].*)$')
    if text then
      return text:sub(1, 1) == '(' and 'kif' or 'hrf'
    end
  end
  return 'kif'
end

vim.filetype.add({ extension = { kif = 'kif', hrf = 'hrf', gdl = spelling, qprop = 'qprop' } })

local comments = { kif = '; %s', hrf = '%% %s', qprop = '// %s' }

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'kif', 'hrf', 'qprop' },
  callback = function(event)
    vim.bo[event.buf].commentstring = comments[event.match]
  end,
})

-- The ground expansion of a sheet in a window of its own. The return key leads from a line to the
-- rule or fact that it comes from.
local function show_expansion(source, expansion)
  vim.cmd('new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(expansion.text, '\n', { trimempty = true }))
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = vim.bo[source].filetype
  vim.keymap.set('n', '<CR>', function()
    local line = expansion.sources[vim.api.nvim_win_get_cursor(0)[1]]
    if type(line) ~= 'number' then
      return
    end
    local window = vim.fn.bufwinid(source)
    if window == -1 then
      vim.cmd.sbuffer(source)
    else
      vim.api.nvim_set_current_win(window)
    end
    vim.api.nvim_win_set_cursor(0, { line + 1, 0 })
  end, { buffer = buffer, desc = 'go to the rule' })
end

vim.api.nvim_create_user_command('HerbrandGround', function()
  local source = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ bufnr = source, name = 'herbrand' })[1]
  if not client then
    vim.notify('no Herbrand server for this file', vim.log.levels.ERROR)
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(source) }
  client:request('herbrand/ground', params, function(problem, expansion)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    else
      show_expansion(source, expansion)
    end
  end, source)
end, { desc = 'show what this sheet grounds to' })

-- A click on a lens asks for the same.
vim.lsp.commands['herbrand.ground'] = function()
  vim.cmd('HerbrandGround')
end
